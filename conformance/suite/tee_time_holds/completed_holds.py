"""Holds that became bookings, and what is judged about the booking and the places beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, refused, same
from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, expect
from conformance.suite.arranged.beside import place_taken
from conformance.suite.arranged.races import Finish, Racer, answered, race_together
from conformance.suite.arranged.tee_sheets import until_at_most
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold, places_listed
from conformance.target.target import Target

# Beside a booking and a hold of one place each, others still see places.
_PLACES_BESIDE = 2


@dataclass(frozen=True)
class CompletedHold:
    """A hold of one place that became a booking: the answer, the booking, the places listed after it."""

    held: HeldTeeTime
    hold_id: str
    booking: Any
    places_after: int


def complete_at_once(agency: Agency, desk: BookingDesk, tee_time: OfferedTeeTime, target: Target) -> CompletedHold:
    """A hold of one place, completed at once, where the agency has a booking already if the target takes that.

    Raises `Inconclusive` when the hold or its completion is refused: HLD-07 judges it.
    """
    if tee_time.places > _PLACES_BESIDE:
        place_taken(desk.create, tee_time)
    held = hold(agency, desk, tee_time, 1, target)
    hold_id = part(held.answer.body, "holdId", judge=False)
    answer = desk.complete(hold_id, held.tee_time, 1)
    booking = part(accepted(answer, "Completing a hold"), "data", judge=False)
    return CompletedHold(held, hold_id, booking, places_listed(agency, held.tee_time))


def places_beside(agency: Agency, completed: CompletedHold, target: Target) -> int:
    """Places listed beside the booking that a hold became, within the budget for changes to show."""
    held = completed.held
    if completed.places_after <= held.places_left:
        return completed.places_after
    return until_at_most(held.places_left, lambda: places_listed(agency, held.tee_time), target)


def require_booking_of_the_hold(booking: Any, held: HeldTeeTime) -> None:
    """Raises `Violation` unless the answer that completes a hold shows a confirmed booking of what was held."""
    tee_time = held.tee_time
    completes = f"the booking that completes a hold of {tee_time.where}"
    same(part(booking, "data.status"), "confirmed", f"the status of {completes}")
    wanted = (tee_time.course_id, tee_time.play_date.isoformat(), tee_time.time, held.players)
    for member, value in zip(("course.id", "date", "teeTime", "players"), wanted, strict=True):
        same(part(booking, f"data.{member}", judge=False), value, f"{member} of {completes}")


def book_all_beside(desk: BookingDesk, tee_time: OfferedTeeTime, held: int) -> None:
    """Books all places of the tee time but those *held*, unless somebody else is faster."""
    if tee_time.places > held:
        booking = desk.create(tee_time, tee_time.places - held)
        if not booking.is_success:
            booking.mark(Role.attempt)


def complete_twice_together(desk: BookingDesk, hold_id: str, tee_time: OfferedTeeTime) -> list[Finish]:
    """Completes one hold for two with two requests at the same moment. Returns how both requests came in."""
    return race_together([Racer(2, partial(desk.complete, hold_id, tee_time, 2)) for _ in range(2)])


def require_one_booking(hold_id: str, finishes: Sequence[Finish]) -> None:
    """Raises `Violation` when the accepted requests of a race show different bookings for one hold."""
    completed = [answered(finish) for finish in finishes if finish.is_accepted]
    for answer in completed[1:]:
        answer.mark(Role.attempt)
    if not completed:
        raise Inconclusive("The target refused both requests with the same hold id, which HLD-07 judges.")
    ids = {str(part(answer.body, "data.id", judge=False)) for answer in completed}
    actual = f"hold {hold_id} completed {len(ids)} bookings: {', '.join(sorted(ids))}"
    expect(len(ids) == 1, "one hold completes one booking", actual, completed)


def require_none_after_the_cancellation(
    desk: BookingDesk, hold_id: str, tee_time: OfferedTeeTime, finishes: Sequence[Finish]
) -> None:
    """Cancels the booking of a hold for two, and raises `Violation` when the hold then completes another one, for one
    player or for two.
    """
    booking = next(part(answered(finish).body, "data", judge=False) for finish in finishes if finish.is_accepted)
    cancelled = desk.cancel(str(part(booking, "id", judge=False)))
    for players in (1, 2):
        attempt = desk.complete(hold_id, tee_time, players)
        attempt.mark(Role.attempt)
        actual = f"hold {hold_id} completed another booking, for {players}, after the first one was cancelled"
        is_refused = _shows_again(attempt, booking) or not attempt.is_success
        expect(is_refused, "one hold completes one booking", actual, (cancelled, attempt))


def require_refused_or_same_booking(attempt: Answer, booking: Any, *, control: Answer) -> None:
    """Raises `Violation` unless a second completion of a hold is refused, or shows the *booking* of the first one."""
    attempt.mark(Role.attempt)
    if not _shows_again(attempt, booking):
        refused(attempt, control=control)


def _shows_again(answer: Answer, booking: Any) -> bool:
    return answer.is_success and part(answer.body, "data.id", judge=False) == part(booking, "id", judge=False)


def require_no_places_lost(completed: CompletedHold) -> None:
    """Raises `Violation` when fewer places are free beside the booking than beside the hold that became it."""
    least = completed.held.places_after
    expected = f"at least {least} places are free beside the booking, like beside its hold"
    actual = f"{completed.places_after} places are free on {completed.held.tee_time.where}"
    expect(completed.places_after >= least, expected, actual)


def require_completed_hold_takes_places(completed: CompletedHold, places: int) -> None:
    """Raises `Violation` when so many *places* are offered beside the booking that it cannot have taken its own."""
    held = completed.held
    expected = f"at most {held.places_left} places are offered beside a booking of {held.players}"
    expect(places <= held.places_left, expected, f"{places} places are offered on {held.tee_time.where}")
