"""Checks of a tee-time hold a minute before its end, and of a booking from one. They move the clock of the target."""

from collections.abc import Sequence

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, refused
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.booked import give_back, if_possible
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.tee_time_holds.ending_holds import (
    Ending,
    complete,
    complete_another_late,
    complete_for_fewer_and_wait,
    completed_hold,
    hold_and_complete,
    hold_until_a_minute_is_left,
    one_more_than_left,
    require_one_too_many_not_confirmed,
    require_own_places_alone_taken,
    require_places_not_offered_at_its_end,
    require_places_still_kept,
    wait_and_book_one_too_many,
    wait_and_count_places,
)
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime
from conformance.suite.tee_time_holds.late_completions import require_created_later_than_its_hold
from conformance.target.target import Target


@pytest.fixture(scope="session")
def ending(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Ending:
    """Two holds, and the clock moved to a minute before they end."""
    return hold_until_a_minute_is_left(agency, bookings, tee_times, clock, target)


@pytest.fixture(scope="session")
def completed_late(bookings: BookingDesk, ending: Ending) -> Answer:
    """The answer to completing a hold a minute before its end, whatever it is."""
    return complete(bookings, ending.to_complete)


@pytest.fixture
def completed(request: pytest.FixtureRequest) -> HeldTeeTime:
    """The hold that was completed a minute before its end."""
    ending: Ending = if_possible(lambda: request.getfixturevalue("ending"))
    completed_late: Answer = if_possible(lambda: request.getfixturevalue("completed_late"))
    return completed_hold(ending, completed_late)


@verifies("HLD-05", moves_clock_minutes=14)
def test_held_places_are_not_offered_a_minute_before_the_end(askers: Sequence[Agency], ending: Ending) -> None:
    require_places_still_kept(askers, ending)


@verifies("HLD-09", moves_clock_minutes=14)
def test_held_places_cannot_be_booked_by_another_agency_a_minute_before_the_end(
    second_bookings: BookingDesk, tee_times: TeeTimeFinder, ending: Ending
) -> None:
    held = ending.kept
    players = one_more_than_left(held)

    attempt = second_bookings.create(held.tee_time, players)
    give_back(second_bookings, attempt)
    control = second_bookings.create(tee_times.fresh(), players)

    refused(attempt, control=control, because=held.because)


@verifies("HLD-07", moves_clock_minutes=14)
def test_a_hold_is_completed_a_minute_before_its_end(completed_late: Answer) -> None:
    golden(completed_late)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("BKC-33", moves_clock_minutes=14)
def test_created_at_is_the_time_of_the_booking_and_not_of_its_hold(request: pytest.FixtureRequest) -> None:
    ending: Ending = if_possible(lambda: request.getfixturevalue("ending"))
    completed_late: Answer = if_possible(lambda: request.getfixturevalue("completed_late"))

    require_created_later_than_its_hold(completed_hold(ending, completed_late), completed_late)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("HLD-16", moves_clock_minutes=14)
def test_completing_a_hold_a_minute_before_its_end_takes_no_further_places(
    agency: Agency,
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    completed: HeldTeeTime,
    target: Target,
) -> None:
    require_not_again(
        lambda held: require_own_places_alone_taken(agency, held, target),
        completed,
        lambda: complete_another_late(agency, bookings, tee_times, clock, target),
        "Places were lost when a hold was completed a minute before its end. A second hold did not show this.",
    )


# Only where the clock can be moved: other checks decide the row as well.
@verifies("HLD-16", moves_clock_minutes=16)
def test_the_places_that_a_booking_leaves_of_its_hold_are_offered_after_its_end(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> None:
    def complete_for_fewer() -> HeldTeeTime:
        return complete_for_fewer_and_wait(agency, bookings, tee_times, clock, target)

    require_not_again(
        lambda held: require_own_places_alone_taken(agency, held, target),
        if_possible(complete_for_fewer),
        complete_for_fewer,
        "A place of a larger hold was lost when a booking completed it. A second hold did not show this.",
    )


# Only where the clock can be moved: other checks decide the row as well.
@verifies("INV-05", moves_clock_minutes=16)
def test_places_of_a_booking_are_not_offered_when_its_hold_would_be_over(
    agency: Agency,
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    completed: HeldTeeTime,
    target: Target,
) -> None:
    require_not_again(
        lambda held: require_places_not_offered_at_its_end(held, wait_and_count_places(agency, clock, held)),
        completed,
        lambda: hold_and_complete(agency, bookings, tee_times, target, completed.players),
        "Too many places were offered beside a booking from a hold. A second hold did not show this.",
    )


@verifies("INV-02", moves_clock_minutes=16)
def test_a_booking_keeps_its_places_when_its_hold_would_be_over(
    agency: Agency,
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    completed: HeldTeeTime,
    target: Target,
) -> None:
    require_not_again(
        lambda held: require_one_too_many_not_confirmed(held, wait_and_book_one_too_many(bookings, clock, held)),
        completed,
        lambda: hold_and_complete(agency, bookings, tee_times, target, completed.players),
        "More players were confirmed than there are places. A second attempt did not show this.",
    )
