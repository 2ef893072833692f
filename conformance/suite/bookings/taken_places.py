"""Bookings that take the places of a tee time, and what is judged about the places that are free beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from conformance.asking.oracles import accepted, same, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, expect, shown
from conformance.suite.arranged.booked import PLACES, Booked, book, change
from conformance.suite.arranged.changes import resize
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.bookings.places import (
    BEGINNINGS,
    Filled,
    fill,
    free_where_booked,
    places_before,
    places_free,
    places_shown,
)
from conformance.target.target import Target

# This party books where a booking was cancelled before: some faults show only there.
_PLAYERS_AFTER_A_CANCELLATION = 3
# Read before and after, a sheet may come from a cache: the one between bounds, and that of this party without players.
_PLAYERS_READ_BETWEEN_BOUNDS = 4
_PLAYERS_BOOKED_FROM_A_HOLD = 4
# Beside a booking that began with so many players, another one fills the tee time between two changes.
_PLAYERS_THAT_MAKE_ROOM = 3


@dataclass(frozen=True)
class Taken:
    """A booking, how many places its tee time had free before it, and for how many players it is."""

    booked: Booked
    free_before: int
    players: int

    @property
    def tee_time(self) -> OfferedTeeTime:
        """The tee time of the booking."""
        return self.booked.tee_time


def take_places(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: int) -> Taken:
    """A booking for this number of *players*. One party size books where a booking was cancelled before."""
    tee_time = tee_times.fresh()
    if players == _PLAYERS_AFTER_A_CANCELLATION and not _book_and_give_back(desk, tee_times, target, tee_time):
        tee_time = tee_times.fresh()
    before = tee_times.places_known(tee_time)
    if players == _PLAYERS_READ_BETWEEN_BOUNDS:
        tee_times.places_between_bounds(tee_time, players)
    if players == _PLAYERS_AFTER_A_CANCELLATION:
        places_shown(tee_times, tee_time)
    body = desk.body(tee_time, players)
    from_hold = players == _PLAYERS_BOOKED_FROM_A_HOLD
    booked = book_from_hold(desk, body, tee_time, target) if from_hold else book(desk, body, tee_time)
    return Taken(booked, before, players)


def _book_and_give_back(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime) -> bool:
    """Books two places and cancels. Returns whether all places are free again: BKX-07 judges where they are not."""
    cancelled = desk.cancel(book(desk, desk.body(tee_time, 2), tee_time).id)
    return cancelled.is_success and places_free(tee_times, target, tee_time, tee_time.places) == tee_time.places


@dataclass(frozen=True)
class Resized:
    """A booking whose players were changed in steps: as it was *first*, the places that were *free* beside it then, and
    as it is *now*. *answer* is the answer to the last step, a refusal too. *filled* are the places that another
    booking took meanwhile.
    """

    first: Taken
    free: int
    now: Taken
    answer: Answer
    filled: int = 0


def change_step_by_step(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, taken: Taken, steps: Sequence[int]
) -> Resized:
    """Changes the players of the booking in *steps*, until one is refused. Between two steps, another booking may fill
    the tee time.
    """
    free = places_before(tee_times, target, taken.tee_time, taken.tee_time.places - taken.players)
    now, filled = taken, 0
    for players in steps:
        if now.players < taken.players == _PLAYERS_THAT_MAKE_ROOM and not filled:
            filled = _book_the_rest(desk, taken.tee_time, taken.tee_time.places - now.players)
        answer = change(desk, taken.booked.id, {"players": players})
        if not answer.is_success:
            answer.mark(Role.attempt)
            break
        now = replace(now, players=players)
    left = replace(taken.tee_time, places=taken.tee_time.places - filled)
    return Resized(taken, free, replace(now, booked=replace(taken.booked, tee_time=left)), answer, filled)


def _book_the_rest(desk: BookingDesk, tee_time: OfferedTeeTime, places: int) -> int:
    """Books so many *places* of the tee time. Returns how many that took, 0 after a refusal."""
    answer = desk.create(tee_time, places)
    if not answer.is_success:
        answer.mark(Role.attempt)
    return places if answer.is_success else 0


def most_places_shown(taken: Taken, tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, target: Target) -> int:
    """The most places that any tee sheet shows beside the booking, within the budget for changes to show."""
    players = taken.booked.players
    # A fault may show to one number of players alone: over all four bookings each is asked for twice.
    views = ((tee_times, None), (tee_times, players), (tee_times, players % PLACES + 1), (other_eyes, 1))

    def most_shown() -> int:
        shown = [places_shown(eyes, taken.tee_time, players=party) for eyes, party in dict.fromkeys(views)]
        return max(*shown, tee_times.places_between_bounds(taken.tee_time, players))

    return within_budget(
        most_shown,
        lambda places: places <= taken.free_before - players,
        seconds=target.budgets.visibility_seconds,
    )


def require_places_taken(taken: Taken, shown_beside: int) -> None:
    """Raises `Violation` when so many places are *shown_beside* the booking that places of its own are among them."""
    most = taken.free_before - taken.players
    expected = f"a booking of {taken.players} leaves at most {most} of the {taken.free_before} places free"
    actual = f"{shown_beside} are free on {taken.tee_time.where}, beside booking {taken.booked.id}"
    expect(shown_beside <= most, expected, actual)


def require_places_follow(resized: Resized, tee_times: TeeTimeFinder, target: Target) -> None:
    """Raises `Violation` unless the free places of the tee time follow the change of players.

    Raises `Inconclusive` when the change was refused, or when others have places of the tee time.
    """
    accepted(resized.answer, f"Changing a booking from {resized.first.players} to other players")
    _require_others_took_nothing(resized)
    before, now = resized.first.players, resized.now.players
    wanted = resized.free + before - now - resized.filled
    where = resized.now.tee_time.where
    what = f"the number of free places on {where}, after a change from {before} to {now} players,"
    same(places_free(tee_times, target, resized.now.tee_time, wanted), wanted, what)


def _require_others_took_nothing(resized: Resized) -> None:
    """Raises `Inconclusive` unless before the change the booking alone took places."""
    first, free = resized.first, resized.free
    places = first.tee_time.places
    if free != places - first.players:
        raise Inconclusive(
            f"{free} of {places} places are free beside a booking for {first.players}, so a change proves nothing."
        )


def require_nobody_gave_back(attempt: Answer, free_now: int, free: int) -> None:
    """Raises `Inconclusive` when *attempt* was accepted, and more places are free now than before."""
    if attempt.is_success and free_now > free:
        raise Inconclusive("Somebody else gave places back while this check booked.")


def book_what_fits(
    desk: BookingDesk, tee_times: TeeTimeFinder, tee_time: OfferedTeeTime, free: int
) -> tuple[OfferedTeeTime, Answer]:
    """A tee time and the answer to a booking there: of the *free* places or, where none is, of one place elsewhere."""
    twin_time = tee_time if free else tee_times.fresh()
    return twin_time, desk.create(twin_time, max(free, 1))


def book_beside_others(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, was: int, own: int, others: int
) -> tuple[Booked, int]:
    """A booking for *own* players beside a second booking for *others*, and the places that are free beside both.

    Before the second booking came, the first booking was for *was* players. Raises `Untested` when these places allow
    no change that is just too large, and `Inconclusive` when somebody else took places.
    """
    tee_time = tee_times.fresh()
    booked = book(desk, desk.body(tee_time, was), tee_time)
    if was != own:
        resize(desk, booked.id, own, target)
    desk.create_data(tee_time, others)
    free = free_where_booked(tee_times, target, tee_time, own + others)
    if free < tee_time.places - own - others:
        raise Inconclusive(f"Somebody else took places on {tee_time.where}.")
    if not own < own + free < PLACES:
        raise Untested(
            f"{free} places are free beside a booking for {own}, so no change can ask for just one place too many."
        )
    return booked, free


def book_at_a_full_tee_time(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> tuple[Booked, Booked]:
    """A booking for two at a tee time that a second booking fills, and a booking at another tee time.

    Raises `Untested` when places stay free.
    """
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = book(desk, desk.body(tee_time, 2), tee_time)
    elsewhere = book(desk, desk.body(other_time, 2), other_time)
    desk.create_data(tee_time, 2)
    if free := free_where_booked(tee_times, target, tee_time, 4):
        raise Untested(f"After four players the tee time has {free} places free, so it is not full.")
    return booked, elsewhere


def book_beside_held_places(
    desk: BookingDesk, other_desk: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> tuple[Booked, Booked]:
    """A booking for two at a tee time whose other places another agency holds, and a booking at another tee time.

    Raises `NoEvidence` when no other agency holds the other places.
    """
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = book(desk, desk.body(tee_time, 2), tee_time)
    # Places that an agency holds for itself may be its own to grow into.
    if other_desk is desk or not _hold_the_rest(other_desk, tee_times, target, tee_time):
        raise NoEvidence("No other agency holds the places beside the booking.")
    return booked, book(desk, desk.body(other_time, 2), other_time)


def _hold_the_rest(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime) -> bool:
    """Holds two places. Returns whether the hold is accepted and no place is free beside it."""
    answer = desk.hold(tee_time, 2)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return False
    return places_free(tee_times, target, tee_time, 0) == 0


@dataclass(frozen=True)
class Sold:
    """Bookings for *parties* and then for single players at one tee time, where *first* something else came, as in
    `fill`. *most* is how many players they may be for.
    """

    tee_time: OfferedTeeTime
    first: str
    parties: Sequence[int]
    filled: Filled
    most: int


def sell_out(desk: BookingDesk, tee_time: OfferedTeeTime, first: str, parties: Sequence[int]) -> Sold:
    """Books until a booking is refused. The tee sheet of before says how many players there may be."""
    return Sold(tee_time, first, parties, fill(desk, tee_time, first, parties, lambda _: None), tee_time.places)


def sell_out_and_watch(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, first: str, parties: Sequence[int]
) -> Sold:
    """As `sell_out`, at a new tee time whose tee sheet is read before each booking.

    Somebody else may cancel meanwhile: then there are more places than the tee sheet showed at first.
    """
    watch = _PlacesWatch(tee_times, target, tee_times.fresh(), first)
    filled = fill(desk, watch.tee_time, first, parties, watch.look)
    return Sold(watch.tee_time, first, parties, filled, watch.most_places)


def require_no_more_confirmed_than_places(sold: Sold) -> None:
    """Raises `Violation` when the bookings confirm more players than there are places."""
    confirmed, bookings = sold.filled
    before = "" if sold.first == "nobody" else f" after {sold.first}"
    expected = f"at most {sold.most} players are confirmed at a tee time with {sold.most} places"
    actual = (
        f"{confirmed} players are confirmed on {sold.tee_time.where}, in bookings for {shown(sold.parties)}{before}"
    )
    # The last booking is the surplus.
    expect(confirmed <= sold.most, expected, actual, list(reversed(bookings)))


class _PlacesWatch:
    """Reads before each booking how many places *tee_time* has at most, confirmed and free ones together."""

    def __init__(self, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, first: str) -> None:
        self._tee_times = tee_times
        self._target = target
        self._counted_twice = BEGINNINGS[first].counted_twice if first in BEGINNINGS else 0
        self._surplus = 0
        self.tee_time = tee_time

    def look(self, confirmed: int) -> None:
        """Reads the places free beside *confirmed* players."""
        wanted = self.tee_time.places + self._surplus - confirmed
        free = places_free(self._tee_times, self._target, self.tee_time, wanted)
        self._surplus = max(self._surplus, confirmed + free - self.tee_time.places)

    @property
    def most_places(self) -> int:
        """How many places the tee time had. Others may have given places back. A target that counts an own act
        twice shows a certain number of places more. Nobody else is likely to give back just this number, so these
        places do not count.
        """
        return self.tee_time.places + (0 if self._surplus == self._counted_twice else self._surplus)
