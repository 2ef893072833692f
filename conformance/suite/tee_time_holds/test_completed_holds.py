"""Checks of booking what is held."""

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, part
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.races import until_something_races
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.tee_time_holds.completed_holds import (
    CompletedHold,
    book_all_beside,
    complete_at_once,
    complete_twice_together,
    places_beside,
    require_booking_of_the_hold,
    require_completed_hold_takes_places,
    require_no_places_lost,
    require_none_after_the_cancellation,
    require_one_booking,
    require_refused_or_same_booking,
)
from conformance.suite.tee_time_holds.held_tee_times import HoldDays, hold, hold_apart
from conformance.target.target import Target


@pytest.fixture(scope="session")
def completed(agency: Agency, bookings: BookingDesk, days_for_holds: HoldDays, target: Target) -> CompletedHold:
    """A hold of one place, completed at once. Raises `Inconclusive` when that is refused: HLD-07 judges it."""
    return complete_at_once(agency, bookings, days_for_holds[1].tee_time(), target)


@verifies("HLD-07")
def test_a_hold_is_completed_by_booking_with_its_id(
    agency: Agency, bookings: BookingDesk, other_bookings: BookingDesk, days_for_holds: HoldDays, target: Target
) -> None:
    whole = hold(agency, bookings, days_for_holds[1].tee_time_of_four(), 4, target)
    hold_id = part(whole.answer.body, "holdId", judge=False)
    elsewhere = days_for_holds[0].tee_time()
    later_id = part(accepted(bookings.hold(elsewhere, 1), "Holding a tee time"), "holdId", judge=False)
    book_all_beside(other_bookings, elsewhere, 1)

    booking = golden(bookings.complete(hold_id, whole.tee_time, 4))
    golden(bookings.complete(later_id, elsewhere, 1))

    require_booking_of_the_hold(booking, whole)


@verifies("HLD-07")
def test_a_hold_is_completed_beside_a_newer_hold(
    agency: Agency, bookings: BookingDesk, days_for_holds: HoldDays
) -> None:
    tee_time = days_for_holds[0].tee_time_of_four()
    older, _ = hold_apart(agency, bookings, tee_time, 1)

    golden(bookings.complete(part(older.body, "holdId", judge=False), tee_time, 1))


@verifies("HLD-15")
@until_something_races
def test_a_hold_completes_only_one_booking_at_the_same_moment(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    tee_time = tee_times.fresh()
    hold_id = part(accepted(bookings.hold(tee_time, 2), "Holding a tee time"), "holdId", judge=False)

    finishes = complete_twice_together(bookings, hold_id, tee_time)

    require_one_booking(hold_id, finishes)
    require_none_after_the_cancellation(bookings, hold_id, tee_time, finishes)


@verifies("HLD-15")
def test_a_hold_completes_only_one_booking(bookings: BookingDesk, completed: CompletedHold) -> None:
    tee_time = completed.held.tee_time

    attempt = bookings.complete(completed.hold_id, tee_time, 1)
    control = bookings.create(tee_time, 1)

    # The same booking again is as good as a refusal: it is not a second booking with that hold.
    require_refused_or_same_booking(attempt, completed.booking, control=control)


@verifies("HLD-16")
def test_completing_a_hold_takes_no_further_places(
    agency: Agency, bookings: BookingDesk, completed: CompletedHold, tee_times: TeeTimeFinder, target: Target
) -> None:
    require_not_again(
        require_no_places_lost,
        completed,
        lambda: complete_at_once(agency, bookings, tee_times.fresh(), target),
        "Places were lost when a booking completed a hold. A second hold did not show this.",
    )


@verifies("INV-05")
def test_a_booking_that_completes_a_hold_takes_its_places(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, request: pytest.FixtureRequest, target: Target
) -> None:
    completed: CompletedHold = if_possible(lambda: request.getfixturevalue("completed"))

    require_not_again(
        lambda case: require_completed_hold_takes_places(case, places_beside(agency, case, target)),
        completed,
        lambda: complete_at_once(agency, bookings, tee_times.fresh(), target),
        "Too many places were offered beside a booking from a hold. A second hold did not show this.",
    )
