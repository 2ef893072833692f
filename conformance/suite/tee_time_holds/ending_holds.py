"""Holds whose time is nearly over, because the clock of the target moved on, and bookings from such holds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect
from conformance.suite.arranged.booked import PLACES
from conformance.suite.tee_time_holds.expired_holds import PAST_THE_END, time_left
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold_each, places_listed
from conformance.target.target import Target

_BEFORE_THE_END = timedelta(seconds=60)
_PLACES_OF_A_LARGER_HOLD = 3


@dataclass(frozen=True)
class Ending:
    """Two holds of an agency that end in a minute: one to keep, one to complete."""

    kept: HeldTeeTime
    to_complete: HeldTeeTime


def hold_until_a_minute_is_left(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Ending:
    """Creates two holds and a booking elsewhere, and moves the clock to a minute before their end. Raises `NoEvidence`
    when the clock does not move, or when the holds end earlier.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved to the last minute of a hold.")
    kept, to_complete = hold_each(agency, desk, [(tee_times.fresh, players) for players in (4, 2)], target)
    # Whatever the agency books without its holds, they go on.
    desk.create(tee_times.fresh(), 1)
    now = clock.now()
    left = min(time_left(held, now) for held in (kept, to_complete)) - _BEFORE_THE_END
    if left <= timedelta():
        raise NoEvidence("The holds end before the check can read the tee sheet in their last minute.")
    clock.advance(left, now)
    return Ending(kept, to_complete)


def require_places_still_kept(askers: Sequence[Agency], ending: Ending) -> None:
    """Raises `Violation` when places of a hold are offered to one of *askers* a minute before its end: of one that
    takes the whole tee time, or of one that leaves places.
    """
    for held in (ending.kept, ending.to_complete):
        if held.places_after > held.places_left:
            raise Inconclusive("The hold did not take its places off sale from the start.")
        places = max(places_listed(asker, held.tee_time) for asker in askers)
        expected = f"at most {held.places_left} places are offered a minute before the hold ends"
        expect(places <= held.places_left, expected, f"{places} places are offered on {held.tee_time.where}")


def one_more_than_left(held: HeldTeeTime) -> int:
    """The players of a booking that needs a held place. Raises `NoEvidence` where no booking is so large."""
    if held.places_left >= PLACES:
        raise NoEvidence(
            f"{held.places_left} places are free beside the hold, so one booking never needs a held place."
        )
    return held.places_left + 1


def completed_hold(ending: Ending, completed_late: Answer) -> HeldTeeTime:
    """The hold that was completed a minute before its end. Raises `NoEvidence` where that was refused."""
    if not completed_late.is_success:
        raise NoEvidence("No hold was completed a minute before its end, which HLD-07 judges.")
    return ending.to_complete


def complete_another_late(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> HeldTeeTime:
    """A further hold that was completed a minute before its end."""
    ending = hold_until_a_minute_is_left(agency, desk, tee_times, clock, target)
    return completed_hold(ending, complete(desk, ending.to_complete))


def require_own_places_alone_taken(agency: Agency, held: HeldTeeTime, target: Target) -> None:
    """Raises `Violation` when a completed hold takes more places than its own, until the budget for changes is over."""
    places = within_budget(
        lambda: places_listed(agency, held.tee_time),
        lambda places: places >= held.places_left,
        seconds=target.budgets.visibility_seconds,
    )
    expected = f"{held.places_left} places are offered beside a booking for {held.players} that completed a hold"
    expect(places >= held.places_left, expected, f"{places} places are offered on {held.tee_time.where}")


def wait_and_count_places(agency: Agency, clock: MovableClock, held: HeldTeeTime) -> int:
    """Moves the clock past the end of *held*, which is booked. Returns the places listed beside it then."""
    _require_places_taken(held)
    _wait_for_the_end(clock, held)
    return places_listed(agency, held.tee_time)


def require_places_not_offered_at_its_end(held: HeldTeeTime, places: int) -> None:
    """Raises `Violation` when so many *places* are offered at the end of a completed hold that its own are among
    them.
    """
    expected = f"at most {held.places_left} places are offered beside a booking when its hold would be over"
    expect(places <= held.places_left, expected, f"{places} places are offered on {held.tee_time.where}")


def wait_and_book_one_too_many(desk: BookingDesk, clock: MovableClock, held: HeldTeeTime) -> Answer:
    """Moves the clock past the end of *held*, which is booked, and books for one player more than it leaves places.

    Raises `NoEvidence` as `one_more_than_left` does.
    """
    _require_places_taken(held)
    too_many = one_more_than_left(held)
    _wait_for_the_end(clock, held)
    answer = desk.create(held.tee_time, too_many)
    answer.mark(Role.attempt)
    return answer


def require_one_too_many_not_confirmed(held: HeldTeeTime, attempt: Answer) -> None:
    """Raises `Violation` when the *attempt* to book one player too many beside a completed hold is confirmed."""
    is_confirmed = attempt.is_success and part(attempt.body, "data.status", judge=False) == "confirmed"
    players = held.places_left + 1 + held.players
    expected = f"at most {held.before.available} players are confirmed on {held.tee_time.where}"
    expect(not is_confirmed, expected, f"{players} players are confirmed after a booking completed the hold")


def _require_places_taken(held: HeldTeeTime) -> None:
    """Raises `NoEvidence` where the hold did not take its places."""
    if held.places_after > held.places_left:
        raise NoEvidence(f"{held.places_after} places are shown beside a hold of {held.players}.")


def _wait_for_the_end(clock: MovableClock, held: HeldTeeTime) -> None:
    """Moves the clock past the end of the hold, unless it is over already."""
    now = clock.now()
    if left := time_left(held, now):
        clock.advance(left + PAST_THE_END, now)


def hold_and_complete(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> HeldTeeTime:
    """A hold at a tee time of its own that became a booking. Raises `Inconclusive` when that is refused."""
    (held,) = hold_each(agency, desk, [(tee_times.fresh, players)], target)
    accepted(complete(desk, held), "Completing a hold")
    return held


def complete(desk: BookingDesk, held: HeldTeeTime) -> Answer:
    """The answer to booking what is held, whatever it is."""
    return desk.complete(part(held.answer.body, "holdId", judge=False), held.tee_time, held.players)


def complete_for_fewer_and_wait(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> HeldTeeTime:
    """A hold that became a booking of one player fewer, after its end. Its players are those of the booking.

    Raises `NoEvidence` where the target refuses that: no document says what happens to the other place.
    """
    (held,) = hold_each(agency, desk, [(tee_times.fresh, _PLACES_OF_A_LARGER_HOLD)], target)
    booked = replace(held, players=held.players - 1)
    answer = complete(desk, booked)
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence("The target completes no hold for fewer players than it was made for.")
    _wait_for_the_end(clock, held)
    return booked
