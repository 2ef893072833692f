"""Holds whose time is over, because the clock of the target moved on, and what is judged about them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from conformance.asking.client import Agency
from conformance.asking.oracles import part, within_budget
from conformance.catalogue.figures import LONGEST_HOLD
from conformance.discovery import BookingDesk, MovableClock, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, expect, or_else
from conformance.suite.arranged.beside import Take, place_taken
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, give_back
from conformance.suite.arranged.booking_values import known_moment
from conformance.suite.tee_time_holds.held_tee_times import HeldTeeTime, hold_days, hold_each, places_listed
from conformance.target.target import Target

PAST_THE_END = timedelta(seconds=61)
_BEFORE_MIDNIGHT = timedelta(hours=23, minutes=52)
_PLAYERS_HELD_TWICE = 1
_PLAYERS_TRIED_IN_VAIN = 2
# Another party books beside this hold before it ends. Beside the hold that is given twice, its own agency books.
_PLAYERS_BESIDE_A_BOOKING = 2
# This hold ends beside a hold for one player that lives on.
_PLAYERS_BESIDE_A_LIVE_HOLD = 3
# Before this hold ends, another party asks for one of its places.
_PLAYERS_ASKED_FOR = PLACES
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
    agency: Agency,
    desk: BookingDesk,
    other_desk: BookingDesk,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    target: Target,
) -> Lapsed:
    """Creates six holds, and a second hold beside one of them, and moves the clock past the end of the last hold.

    Before its end, a booking with the id of one of them is refused, and another party books beside it. Another party is
    refused a place of one of them. Beside the tee time that is held twice, the agency itself books. A later hold beside
    another of them lives on.
    """
    days = hold_days(tee_times)
    wanted = [(days[size % 2].tee_time, size) for size in PARTY_SIZES]
    wanted += [(days[0].tee_time_of_four, PLACES), (days[1].tee_time_of_four, 1)]
    *sizes, all_held, one_held = hold_each(agency, desk, wanted, target)
    lapsed = Lapsed(sizes, all_held, one_held)
    second = _hold_again(desk, lapsed.of_size(_PLAYERS_HELD_TWICE))
    twice = _with_one_beside(lapsed.of_size(_PLAYERS_HELD_TWICE), desk.create)
    _complete_in_vain(desk, lapsed.of_size(_PLAYERS_TRIED_IN_VAIN), target)
    shared = _with_one_beside(lapsed.of_size(_PLAYERS_BESIDE_A_BOOKING), other_desk.create)
    _ask_in_vain(other_desk, lapsed.of_size(_PLAYERS_ASKED_FOR))
    beside = lapsed.of_size(_PLAYERS_BESIDE_A_LIVE_HOLD)
    ended = _let_expire_beside_a_live_hold(desk, clock, beside, (*sizes, all_held, one_held, second))
    with_company = {
        _PLAYERS_HELD_TWICE: twice,
        _PLAYERS_BESIDE_A_BOOKING: shared,
        _PLAYERS_BESIDE_A_LIVE_HOLD: ended,
    }
    return replace(lapsed, of_every_size=[with_company.get(held.players, held) for held in sizes])


def _complete_in_vain(desk: BookingDesk, held: HeldTeeTime, target: Target) -> None:
    """Books more players than a booking may have with the id of the hold, where the target takes such an id."""
    if target.hold_id is not None:
        hold_id = part(held.answer.body, "holdId", judge=False)
        attempt = desk.complete(hold_id, held.tee_time, _TOO_MANY_PLAYERS)
        attempt.mark(Role.attempt)
        give_back(desk, attempt)


def _ask_in_vain(desk: BookingDesk, held: HeldTeeTime) -> None:
    """Books a place of the hold, and gives it back where that is not refused: HLD-09 judges it."""
    attempt = desk.create(held.tee_time, 1)
    attempt.mark(Role.attempt)
    give_back(desk, attempt)


def _with_one_beside(held: HeldTeeTime, take: Take) -> HeldTeeTime:
    """*held* after *take* has booked or held one place beside it: that place does not come back."""
    taken = place_taken(take, held.tee_time)
    fewer = replace(held.before, available=held.before.available - taken)
    return replace(held, before=fewer, places_after=held.places_after - taken)


def _let_expire(clock: MovableClock, holds: Sequence[HeldTeeTime]) -> None:
    """Moves the clock past the end of the last of *holds*."""
    now = clock.now()
    clock.advance(max(time_left(held, now) for held in holds) + PAST_THE_END, now)


def _let_expire_beside_a_live_hold(
    desk: BookingDesk, clock: MovableClock, held: HeldTeeTime, holds: Sequence[HeldTeeTime]
) -> HeldTeeTime:
    """As `_let_expire`, with a hold for one player at the tee time of *held* that begins half-way and lives on.

    Returns *held* with the places that come back beside that hold, or as it is where that hold is refused.
    """
    now = clock.now()
    clock.advance(time_left(held, now) / 2, now)
    shared = _with_one_beside(held, desk.hold)
    _let_expire(clock, holds)
    return shared


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
    """Raises `Violation` when places of a hold do not come back after its time is over."""
    held = afterwards.held
    expected = f"{held.before.available} places are offered again after a hold of {held.players} has expired"
    actual = f"{afterwards.places} places are offered on {held.tee_time.where}"
    expect(afterwards.places >= held.before.available, expected, actual)


@dataclass(frozen=True)
class Expiry:
    """Lets holds expire, and reads how many places are offered after that."""

    agency: Agency
    desk: BookingDesk
    other_desk: BookingDesk
    tee_times: TeeTimeFinder
    other_eyes: TeeTimeFinder
    clock: MovableClock
    target: Target

    def after(self, held: HeldTeeTime) -> Afterwards:
        """The hold, which is over, with the fewest places that an agency sees then: all of them or what the budget for
        changes brought.
        """
        places = within_budget(
            lambda: min(places_listed(self.agency, held.tee_time), self.other_eyes.places_free(held.tee_time)),
            lambda free: free >= held.before.available,
            seconds=self.target.budgets.visibility_seconds,
        )
        return Afterwards(held, places)

    def let_another_lapse(self, like: HeldTeeTime, *, on_its_day: bool = False) -> Afterwards:
        """Holds another tee time as `hold_and_let_lapse` held the tee time of *like*, makes a newer hold on the same
        day, and moves the clock past the end of the first. It may be *on its day*, at the course of *like*.
        """
        players = like.players
        draw = partial(self._another_on_its_day, like.tee_time) if on_its_day else self.tee_times.fresh
        (held,) = hold_each(self.agency, self.desk, [(draw, players)], self.target)
        self._hold_later_on_the_day_of(held.tee_time)
        second = _hold_again(self.desk, held) if players == _PLAYERS_HELD_TWICE else held
        if players == _PLAYERS_HELD_TWICE:
            held = _with_one_beside(held, self.desk.create)
        if players == _PLAYERS_TRIED_IN_VAIN:
            _complete_in_vain(self.desk, held, self.target)
        if players == _PLAYERS_BESIDE_A_BOOKING:
            held = second = _with_one_beside(held, self.other_desk.create)
        if players == _PLAYERS_ASKED_FOR:
            _ask_in_vain(self.other_desk, held)
        if players == _PLAYERS_BESIDE_A_LIVE_HOLD:
            return self.after(_let_expire_beside_a_live_hold(self.desk, self.clock, held, (held,)))
        _let_expire(self.clock, (held, second))
        return self.after(held)

    def _hold_later_on_the_day_of(self, tee_time: OfferedTeeTime) -> None:
        """Holds one place of another tee time of the day, where the target takes that."""
        other = or_else(lambda: self._another_on_its_day(tee_time), None)
        if other is not None:
            place_taken(self.desk.hold, other)

    def over_midnight(self) -> Afterwards:
        """A hold that began some minutes before midnight UTC and is over some minutes after it, and the places then."""
        now = self.clock.now()
        begins = now.replace(hour=0, minute=0, second=0, microsecond=0) + _BEFORE_MIDNIGHT
        self.clock.advance((begins if begins > now else begins + timedelta(days=1)) - now, now)
        (held,) = hold_each(self.agency, self.desk, [(self.tee_times.fresh, PLACES)], self.target)
        require_taken_off_sale(held)
        _let_expire(self.clock, (held,))
        return self.after(held)

    def _another_on_its_day(self, tee_time: OfferedTeeTime) -> OfferedTeeTime:
        """A whole tee time of the same day. Raises `Inconclusive` where there is none."""
        offered = self.tee_times.on(tee_time.course_id, tee_time.play_date).tee_times
        others = [other for other in offered if other.time != tee_time.time and other.places >= PLACES]
        if not others:
            raise Inconclusive(f"No other tee time is free on the day of {tee_time.where}.")
        return others[-1]


def _hold_again(desk: BookingDesk, held: HeldTeeTime) -> HeldTeeTime:
    """Holds the tee time of *held* again. Returns the second hold, or *held* when the second hold is refused."""
    answer = desk.hold(held.tee_time, held.players)
    if answer.is_success:
        return replace(held, answer=answer)
    answer.mark(Role.attempt)
    return held


def time_left(held: HeldTeeTime, now: datetime) -> timedelta:
    """How long the hold lasts by its own word, at most a day; the documented time where it says nothing readable."""
    try:
        ends_at = known_moment(part(held.answer.body, "holdExpiration", judge=False), "holdExpiration")
    except Inconclusive:
        ends_at = held.answer.answered_at + LONGEST_HOLD
    return min(max(ends_at - now, timedelta()), timedelta(days=1))
