"""Holds whose time is over or nearly over, because the clock of the target moved on, and what is judged about them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted, part, refused, within_budget
from conformance.catalogue.figures import CLOCKS_AGREE_WITHIN, LONGEST_HOLD
from conformance.discovery import BookingDesk, MovableClock, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, give_back
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold, hold_days, places_listed
from conformance.target.target import Target

_AFTER_IT = timedelta(seconds=61)
_BEFORE_THE_END = timedelta(seconds=60)
# The place among the holds of every party size of the hold that a refused booking names.
_TRIED_IN_VAIN = 1
# The party size whose hold ends beside a hold for one player that lives on.
_BESIDE_A_LIVE_HOLD = 3
_TOO_MANY_PLAYERS = 5


@dataclass(frozen=True)
class Lapsed:
    """Holds whose time is over: one of every party size, and two at tee times of four, of all places and of one.

    Where a second hold was given at the tee time of the first size, it is over too.
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

    Before its end, a booking with the id of one of them is refused.
    """
    days = hold_days(tee_times)
    sizes = [hold(agency, desk, days[size % 2].tee_time(), size, target) for size in PARTY_SIZES]
    all_held = hold(agency, desk, days[0].tee_time_of_four(), 4, target)
    one_held = hold(agency, desk, days[1].tee_time_of_four(), 1, target)
    second = _hold_again(desk, sizes[0])
    _complete_in_vain(desk, sizes[_TRIED_IN_VAIN], target)
    at_once, beside = sizes[: _BESIDE_A_LIVE_HOLD - 1], sizes[_BESIDE_A_LIVE_HOLD - 1]
    lapsed = _let_expire_beside_a_live_hold(desk, clock, beside, (*sizes, all_held, one_held, second))
    return Lapsed((*at_once, lapsed, *sizes[_BESIDE_A_LIVE_HOLD:]), all_held, one_held)


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
    clock.advance(max(_time_left(held, now) for held in holds) + _AFTER_IT)


def _let_expire_beside_a_live_hold(
    desk: BookingDesk, clock: MovableClock, held: HeldTeeTime, holds: Sequence[HeldTeeTime]
) -> HeldTeeTime:
    """As `_let_expire`, with a hold for one player at the tee time of *held* that begins half-way and lives on.

    Returns *held* with the places that come back beside that hold, or as it is where that hold is refused.
    """
    now = clock.now()
    clock.advance(_time_left(held, now) / 2)
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
    if places > held.places_left:
        expected = f"at most {held.places_left} places are offered a minute before the hold ends"
        raise Violation(expected, f"{places} places are offered on {held.tee_time.where}")


def require_not_bookable_by_another(desk: BookingDesk, tee_times: TeeTimeFinder, ending: Ending) -> None:
    """Raises `Violation` when another agency books held places a minute before the hold ends. Raises `NoEvidence` where
    one booking cannot show it: there are too many places.
    """
    held = ending.kept
    if held.places_left >= PLACES:
        raise NoEvidence(
            f"{held.places_left} places are free beside the hold, so one booking never needs a held place."
        )
    attempt = desk.create(held.tee_time, held.places_left + 1)
    give_back(desk, attempt)
    control = desk.create(tee_times.fresh(), held.places_left + 1)
    refused(attempt, control=control, because=held.because)


@dataclass(frozen=True)
class Expiry:
    """Lets holds expire, and judges which places are offered after that."""

    agency: Agency
    desk: BookingDesk
    tee_times: TeeTimeFinder
    clock: MovableClock
    target: Target

    def require_places_offered_again(self, held: HeldTeeTime) -> None:
        """Raises `Violation` when the places of *held*, whose time is over, do not come back, neither
        there nor at another tee time.

        Somebody may have booked there meanwhile, but not twice. Raises `Inconclusive` when only some come back.
        """
        if held.places_after > held.places_left:
            raise Inconclusive("The hold did not take its places off sale, which HLD-05 judges.")
        places = self._offered_again(held)
        if places <= held.places_after:
            self._require_offered_elsewhere(held.players)
        if places < held.before.available:
            raise Inconclusive(
                f"{places} of {held.before.available} places are offered. Somebody else may have booked."
            )

    def _require_offered_elsewhere(self, players: int) -> None:
        again = hold(self.agency, self.desk, self.tee_times.fresh(), players, self.target)
        second = _hold_again(self.desk, again) if players == PARTY_SIZES[0] else again
        if players == PARTY_SIZES[_TRIED_IN_VAIN]:
            _complete_in_vain(self.desk, again, self.target)
        if players == _BESIDE_A_LIVE_HOLD:
            again = _let_expire_beside_a_live_hold(self.desk, self.clock, again, (again,))
        else:
            _let_expire(self.clock, (again, second))
        places = self._offered_again(again)
        if places <= again.places_after:
            expected = f"{again.before.available} places are offered again after a hold of {players} has expired"
            raise Violation(expected, f"{places} places are offered on {again.tee_time.where}")

    def _offered_again(self, held: HeldTeeTime) -> int:
        """The places listed after the hold is over, all of them or what the budget for changes brought."""
        return within_budget(
            lambda: places_listed(self.agency, held.tee_time),
            lambda free: free >= held.before.available,
            seconds=self.target.budgets.visibility_seconds,
        )


def _hold_again(desk: BookingDesk, held: HeldTeeTime) -> HeldTeeTime:
    """Holds the tee time of *held* again. Returns the second hold, or *held* when the second hold is refused."""
    answer = desk.hold(held.tee_time, held.players)
    if answer.is_success:
        return replace(held, answer=answer)
    answer.mark(Role.attempt)
    return held


def complete_after_its_end(
    desk: BookingDesk, second_desk: BookingDesk, lapsed: Lapsed, places_held: int, hold_id: str
) -> list[Answer]:
    """Lets another agency book the places of the hold *hold_id*, which has ended. Then completes the hold. Returns
    the answers to the completion.

    A hold of all places is completed twice: when no place is free, and when two of four places are free.
    """
    held = lapsed.with_places_held(places_held)
    accepted(second_desk.create(held.tee_time, 4), "Booking all places of an expired hold with the second key")
    attempts = [desk.complete(hold_id, held.tee_time, places_held)]
    if places_held == PLACES:
        attempts += _complete_where_two_are_free(desk, second_desk, lapsed.of_every_size[-1])
    return attempts


def _complete_where_two_are_free(desk: BookingDesk, second_desk: BookingDesk, held: HeldTeeTime) -> Iterator[Answer]:
    """The answer to completing the hold of four, which is over, when another agency has two of four places."""
    if held.before.available == PLACES and second_desk.create(held.tee_time, 2).is_success:
        yield complete(desk, held)


def completed_hold(ending: Ending, completed_late: Answer) -> HeldTeeTime:
    """The hold that was completed a minute before its end. Raises `NoEvidence` where that was refused."""
    if not completed_late.is_success:
        raise NoEvidence("No hold was completed a minute before its end, which HLD-07 judges.")
    return ending.to_complete


def require_created_later_than_its_hold(held: HeldTeeTime, completion: Answer) -> None:
    """Raises `Violation` when createdAt of a booking is about the moment of its hold, although minutes passed between.

    Raises `NoEvidence` where too few minutes passed to tell: two clocks of a service may differ.
    """
    if completion.answered_at - held.answer.answered_at < 2 * CLOCKS_AGREE_WITHIN:
        raise NoEvidence("Too little time passed between the hold and its booking.")
    created_at = known_moment(part(completion.body, "data.createdAt", judge=False), "createdAt")
    expect(
        completion.answered_at - created_at <= CLOCKS_AGREE_WITHIN,
        f"createdAt lies within 5 minutes of {completion.answered_at.isoformat()}, when create answered",
        f"createdAt is {created_at.isoformat()}, and the hold was created at {held.answer.answered_at.isoformat()}",
        (completion, held.answer),
    )


def require_places_of_a_completed_hold_kept(
    desk: BookingDesk, clock: MovableClock, held: HeldTeeTime, complete_another: Callable[[int], HeldTeeTime]
) -> None:
    """Raises `Violation` when one player too many is confirmed beside a completed hold at its end, here and elsewhere.

    Somebody may have given places back meanwhile, but not twice.
    """
    if _is_kept(desk, clock, held):
        return
    again = complete_another(held.players)
    if _is_kept(desk, clock, again):
        raise Inconclusive("More players were confirmed than there are places. A second attempt did not show this.")
    players = again.places_left + 1 + again.players
    expected = f"at most {again.before.available} players are confirmed on {again.tee_time.where}"
    raise Violation(expected, f"{players} players are confirmed after a booking completed the hold")


def require_places_of_a_completed_hold_not_offered(
    agency: Agency, clock: MovableClock, held: HeldTeeTime, complete_another: Callable[[int], HeldTeeTime]
) -> None:
    """Raises `Violation` when places of a completed hold are offered at the end of the hold, here and elsewhere.

    Somebody may have given places back meanwhile, but not twice.
    """
    if _wait_and_count_places(agency, clock, held) <= held.places_left:
        return
    again = complete_another(held.players)
    places = _wait_and_count_places(agency, clock, again)
    if places <= again.places_left:
        raise Inconclusive("Too many places were offered beside a booking from a hold, which did not happen again.")
    expected = f"at most {again.places_left} places are offered beside a booking when its hold would be over"
    raise Violation(expected, f"{places} places are offered on {again.tee_time.where}")


def _wait_and_count_places(agency: Agency, clock: MovableClock, held: HeldTeeTime) -> int:
    """The places listed beside *held*, which is booked, when its time is over. Raises `NoEvidence` where the hold did
    not take its places.
    """
    if held.places_after > held.places_left:
        raise NoEvidence(f"{held.places_after} places are shown beside a hold of {held.players}.")
    if left := _time_left(held, clock.now()):
        clock.advance(left + _AFTER_IT)
    return places_listed(agency, held.tee_time)


def _is_kept(desk: BookingDesk, clock: MovableClock, held: HeldTeeTime) -> bool:
    """Whether one player more than there are places beside *held* is refused, when it is booked and its time is over.

    Raises `NoEvidence` where one booking cannot show that: there are too many places, or the hold did not take its own.
    """
    too_many = held.places_left + 1
    if held.places_after > held.places_left or too_many > PLACES:
        raise NoEvidence(f"{held.places_after} places are shown beside a hold of {held.players}.")
    if left := _time_left(held, clock.now()):
        clock.advance(left + _AFTER_IT)
    answer = desk.create(held.tee_time, too_many)
    answer.mark(Role.attempt)
    return not answer.is_success or part(answer.body, "data.status", judge=False) != "confirmed"


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
