"""Checks of booking what is held."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, golden, part, refused, same
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, Violation, expect, verifies
from conformance.suite.arranged.booked import if_possible
from conformance.suite.arranged.races import Racer, answered, once_more, race_together
from conformance.suite.tee_time_holds.held_tee_times import (
    CompletedHold,
    HoldDay,
    complete_at_once,
    hold,
    places_beside,
)
from conformance.target.target import Target

_LONGEST_HOLD = timedelta(minutes=15)
_CLOCK_SKEW = timedelta(seconds=60)
_NOBODY_PLAYS_AT = "03:17"
_SECOND_HOLD = 2


@pytest.fixture(scope="session")
def completed(
    agency: Agency, bookings: BookingDesk, days_for_holds: tuple[HoldDay, HoldDay], target: Target
) -> CompletedHold:
    """A hold of one place, completed at once. Raises `Inconclusive` when that is refused: HLD-07 judges it."""
    return complete_at_once(agency, bookings, days_for_holds[1].tee_time(), target)


@verifies("HLD-07")
def test_a_hold_is_completed_by_booking_with_its_id(
    agency: Agency, bookings: BookingDesk, days_for_holds: tuple[HoldDay, HoldDay], target: Target
) -> None:
    whole = hold(agency, bookings, days_for_holds[1].tee_time_of_four(), 4, target)

    booking = golden(bookings.complete(part(whole.answer.body, "holdId", judge=False), whole.tee_time, 4))

    same(
        part(booking, "data.status"),
        "confirmed",
        f"the status of the booking that completes a hold of {whole.tee_time.where}",
    )
    wanted = (whole.tee_time.course_id, whole.tee_time.play_date.isoformat(), whole.tee_time.time, 4)
    for member, value in zip(("course.id", "date", "teeTime", "players"), wanted, strict=True):
        same(
            part(booking, f"data.{member}", judge=False),
            value,
            f"{member} of the booking that completes a hold of {whole.tee_time.where}",
        )


@verifies("HLD-15")
@once_more
def test_a_hold_completes_one_booking_only_at_the_same_moment(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    tee_time = tee_times.fresh()
    hold_id = part(accepted(bookings.hold(tee_time, 1), "Holding a tee time"), "holdId", judge=False)

    finishes = race_together([Racer(1, partial(bookings.complete, hold_id, tee_time, 1)) for _ in range(2)])

    made = [answered(one) for one in finishes if one.is_accepted]
    for one in made[1:]:
        one.mark(Role.attempt)
    if not made:
        raise Inconclusive("Both of two requests with one hold id were refused, which HLD-07 judges.")
    ids = {str(part(one.body, "data.id", judge=False)) for one in made}
    told = f"hold {hold_id} completed {len(ids)} bookings: {', '.join(sorted(ids))}"
    expect(len(ids) == 1, "one hold completes one booking", told, made)


@verifies("HLD-15")
def test_a_hold_completes_one_booking_only(bookings: BookingDesk, completed: CompletedHold) -> None:
    tee_time = completed.held.tee_time
    attempt = bookings.complete(completed.hold_id, tee_time, 1)
    control = bookings.create(tee_time, 1)

    # The same booking again is as good as a refusal, and no second booking with its id.
    attempt.mark(Role.attempt)
    if not _shows_again(attempt, completed.booking):
        refused(attempt, control=control)


@verifies("HLD-16")
def test_completing_a_hold_takes_no_further_places(
    agency: Agency,
    bookings: BookingDesk,
    completed: CompletedHold,
    days_for_holds: tuple[HoldDay, HoldDay],
    target: Target,
) -> None:
    if not completed.places_lost:
        return

    # Somebody may have booked there meanwhile; not twice.
    again = complete_at_once(agency, bookings, days_for_holds[0].tee_time(), target)
    if not again.places_lost:
        raise Inconclusive(f"At {completed.held.tee_time.time} places were lost, at {again.held.tee_time.time} none.")
    least = again.held.places_after
    expected = f"the {least} places that were free beside the hold are free beside the booking"
    raise Violation(expected, f"{again.places_after} places are free on {again.held.tee_time.where}")


@verifies("INV-05")
def test_a_booking_that_completes_a_hold_takes_its_places(
    agency: Agency, bookings: BookingDesk, tee_times: TeeTimeFinder, request: pytest.FixtureRequest, target: Target
) -> None:
    completed: CompletedHold = if_possible(lambda: request.getfixturevalue("completed"))
    if places_beside(agency, completed, target) <= completed.held.places_left:
        return

    # Somebody may have given places back meanwhile; not twice.
    again = complete_at_once(agency, bookings, tee_times.fresh(), target)
    places = places_beside(agency, again, target)
    if places <= again.held.places_left:
        raise Inconclusive("Too many places were offered beside a booking from a hold, which did not happen again.")
    expected = f"at most {again.held.places_left} places are offered beside a booking of {again.held.players}"
    raise Violation(expected, f"{places} places are offered on {again.held.tee_time.where}")


def _shows_again(answer: Answer, booking: Any) -> bool:
    return answer.is_success and part(answer.body, "data.id", judge=False) == part(booking, "id", judge=False)
