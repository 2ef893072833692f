"""Holds whose time is over or nearly over, because the clock of the target moved on, and what is judged about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, within_budget
from conformance.catalogue.figures import LONGEST_HOLD
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, expect
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, give_back
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold, hold_days, places_listed
from conformance.target.target import Target

_PAST_THE_END = timedelta(seconds=61)
_BEFORE_THE_END = timedelta(seconds=60)
_PLAYERS_HELD_TWICE = 1
_PLAYERS_TRIED_IN_VAIN = 2
# This hold ends beside a hold for one player that lives on.
_PLAYERS_BESIDE_A_LIVE_HOLD = 3
_TOO_MANY_PLAYERS = 5


@dataclass(frozen=True)
class Lapsed:
    """Holds whose time is over: one of every party size, and two at tee times of four, of all places and of one.

    Where a second hold was given at the tee time of a hold for one player, it is over too. Where a hold for one player
    was given beside a hold for three, it is not over.
    """

    of_every_size: Sequence[HeldTeeTime]
    all_held: HeldTeeTime
    one_held: HeldTeeTime

    def of_size(self, players: int) -> HeldTeeTime:
        """The hold for this number of *players*."""
        return next(held for held in self.of_every_size if held.players == players)

    def with_places_held(self, places: int) -> HeldTeeTime:
        """The hold of all four places, or of one of them."""
        return {PLACES: self.all_held, 1: self.one_held}[places]


def hold_and_let_lapse(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Lapsed:
    """Creates six holds, and a second hold beside one of them, and moves the clock past the end of the last hold.

    Before its end, a booking with the id of one of them is refused. A later hold beside another of them lives on.
    """
    days = hold_days(tee_times)
    sizes = [hold(agency, desk, days[size % 2].tee_time(), size, target) for size in PARTY_SIZES]
    all_held = hold(agency, desk, days[0].tee_time_of_four(), 4, target)
    one_held = hold(agency, desk, days[1].tee_time_of_four(), 1, target)
    lapsed = Lapsed(sizes, all_held, one_held)
    second = _hold_again(desk, lapsed.of_size(_PLAYERS_HELD_TWICE))
    _complete_in_vain(desk, lapsed.of_size(_PLAYERS_TRIED_IN_VAIN), target)
    beside = lapsed.of_size(_PLAYERS_BESIDE_A_LIVE_HOLD)
    ended = _let_expire_beside_a_live_hold(desk, clock, beside, (*sizes, all_held, one_held, second))
    return replace(lapsed, of_every_size=[ended if held is beside else held for held in sizes])


def _complete_in_vain(desk: BookingDesk, held: HeldTeeTime, target: Target) -> None:
    """Books more players than a booking may have with the id of the hold, where the target takes such an id."""
    if target.hold_id is not None:
        hold_id = part(held.answer.body, "holdId", judge=False)
        attempt = desk.complete(hold_id, held.tee_time, _TOO_MANY_PLAYERS)
        attempt.mark(Role.attempt)
        give_back(desk, attempt)


def _let_expire(clock: MovableClock, holds: Sequence[HeldTeeTime]) -> None:
    """Moves the clock past the end of the last of *holds*."""
    now = clock.now()
    clock.advance(max(_time_left(held, now) for held in holds) + _PAST_THE_END)


def _let_expire_beside_a_live_hold(
    desk: BookingDesk, clock: MovableClock, held: HeldTeeTime, holds: Sequence[HeldTeeTime]
) -> HeldTeeTime:
    """As `_let_expire`, with a hold for one player at the tee time of *held* that begins half-way and lives on.

    Returns *held* with the places that come back beside that hold, or as it is where that hold is refused.
    """
    clock.advance(_time_left(held, clock.now()) / 2)
    answer = desk.hold(held.tee_time, 1)
    _let_expire(clock, holds)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return held
    fewer = replace(held.before, available=held.before.available - 1)
    return replace(held, before=fewer, places_after=held.places_after - 1)


@dataclass(frozen=True)
class Ending:
    """Two holds of an agency that end in a minute: one to keep, one to complete."""

    kept: HeldTeeTime
    to_complete: HeldTeeTime


def hold_until_a_minute_is_left(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Ending:
    """Creates two holds, and moves the clock to a minute before their end. Raises `NoEvidence` when the clock does not
    move, or when the holds end earlier.
    """
    if not clock.moves:
        raise NoEvidence("No clock can be moved to the last minute of a hold.")
    kept, to_complete = (hold(agency, desk, tee_times.fresh(), players, target) for players in (4, 2))
    left = min(_time_left(held, clock.now()) for held in (kept, to_complete)) - _BEFORE_THE_END
    if left <= timedelta():
        raise NoEvidence("The holds end before the check can read the tee sheet in their last minute.")
    clock.advance(left)
    return Ending(kept, to_complete)


def require_places_still_kept(agency: Agency, ending: Ending) -> None:
    """Raises `Violation` when places of a hold are offered a minute before its end."""
    held = ending.kept
    if held.places_after > held.places_left:
        raise Inconclusive("The hold did not take its places off sale from the start.")
    places = places_listed(agency, held.tee_time)
    expected = f"at most {held.places_left} places are offered a minute before the hold ends"
    expect(places <= held.places_left, expected, f"{places} places are offered on {held.tee_time.where}")


def one_more_than_left(held: HeldTeeTime) -> int:
    """The players of a booking that needs a held place. Raises `NoEvidence` where no booking is so large."""
    if held.places_left >= PLACES:
        raise NoEvidence(
            f"{held.places_left} places are free beside the hold, so one booking never needs a held place."
        )
    return held.places_left + 1


@dataclass(frozen=True)
class Afterwards:
    """A hold whose time is over, and how many *places* are offered at its tee time then."""

    held: HeldTeeTime
    places: int


def require_taken_off_sale(held: HeldTeeTime) -> None:
    """Raises `Inconclusive` when the hold took no places off sale: then none can come back."""
    if held.places_after > held.places_left:
        raise Inconclusive("The hold did not take its places off sale, which HLD-05 judges.")


def require_places_offered_again(afterwards: Afterwards) -> None:
    """Raises `Violation` when no places of a hold come back after its time is over."""
    held = afterwards.held
    expected = f"{held.before.available} places are offered again after a hold of {held.players} has expired"
    actual = f"{afterwards.places} places are offered on {held.tee_time.where}"
    expect(afterwards.places > held.places_after, expected, actual)


def require_all_places_offered_again(afterwards: Afterwards) -> None:
    """Raises `Inconclusive` when only some of the places come back."""
    places, before = afterwards.places, afterwards.held.before.available
    if places < before:
        raise Inconclusive(f"{places} of {before} places are offered. Somebody else may have booked.")


@dataclass(frozen=True)
class Expiry:
    """Lets holds expire, and reads how many places are offered after that."""

    agency: Agency
    desk: BookingDesk
    tee_times: TeeTimeFinder
    clock: MovableClock
    target: Target

    def after(self, held: HeldTeeTime) -> Afterwards:
        """The hold, which is over, with the places listed then: all of them or what the budget for changes brought."""
        places = within_budget(
            lambda: places_listed(self.agency, held.tee_time),
            lambda free: free >= held.before.available,
            seconds=self.target.budgets.visibility_seconds,
        )
        return Afterwards(held, places)

    def let_another_lapse(self, players: int) -> Afterwards:
        """Holds another tee time as `hold_and_let_lapse` does for this number of *players*, and moves the clock past
        the end of the hold.
        """
        held = hold(self.agency, self.desk, self.tee_times.fresh(), players, self.target)
        second = _hold_again(self.desk, held) if players == _PLAYERS_HELD_TWICE else held
        if players == _PLAYERS_TRIED_IN_VAIN:
            _complete_in_vain(self.desk, held, self.target)
        if players == _PLAYERS_BESIDE_A_LIVE_HOLD:
            return self.after(_let_expire_beside_a_live_hold(self.desk, self.clock, held, (held,)))
        _let_expire(self.clock, (held, second))
        return self.after(held)


def _hold_again(desk: BookingDesk, held: HeldTeeTime) -> HeldTeeTime:
    """Holds the tee time of *held* again. Returns the second hold, or *held* when the second hold is refused."""
    answer = desk.hold(held.tee_time, held.players)
    if answer.is_success:
        return replace(held, answer=answer)
    answer.mark(Role.attempt)
    return held


def completed_hold(ending: Ending, completed_late: Answer) -> HeldTeeTime:
    """The hold that was completed a minute before its end. Raises `NoEvidence` where that was refused."""
    if not completed_late.is_success:
        raise NoEvidence("No hold was completed a minute before its end, which HLD-07 judges.")
    return ending.to_complete


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
    if left := _time_left(held, clock.now()):
        clock.advance(left + _PAST_THE_END)


def hold_and_complete(
    agency: Agency, desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> HeldTeeTime:
    """A hold at a tee time of its own that became a booking. Raises `Inconclusive` when that is refused."""
    held = hold(agency, desk, tee_times.fresh(), players, target)
    accepted(complete(desk, held), "Completing a hold")
    return held


def complete(desk: BookingDesk, held: HeldTeeTime) -> Answer:
    """The answer to booking what is held, whatever it is."""
    return desk.complete(part(held.answer.body, "holdId", judge=False), held.tee_time, held.players)


def _time_left(held: HeldTeeTime, now: datetime) -> timedelta:
    """How long the hold lasts by its own word, at most a day; the documented time where it says nothing readable."""
    try:
        ends_at = known_moment(part(held.answer.body, "holdExpiration", judge=False), "holdExpiration")
    except Inconclusive:
        ends_at = held.answer.answered_at + LONGEST_HOLD
    return min(max(ends_at - now, timedelta()), timedelta(days=1))
