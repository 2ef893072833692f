"""Bookings that take the places of a tee time, and what is judged about the places that are free beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from conformance.asking.oracles import accepted, same, within_budget
from conformance.discovery import BookingDesk, BookingHookDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, expect, or_else
from conformance.suite.arranged.booked import PLACES, Booked, book, change
from conformance.suite.arranged.changes import resize
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.from_hooks import book_from_hook
from conformance.suite.bookings.places import (
    free_where_booked,
    places_before,
    places_free,
    places_shown,
)
from conformance.target.target import Target

# Some faults show only where a booking was cancelled before, or only for bookings that began in another way.
_AFTER_A_CANCELLATION, _FROM_A_HOOK, _FROM_A_HOLD = "after a cancellation", "from a hook", "from a hold"
# By the party size. With each seed, the ways change hands.
_WAYS = {2: _FROM_A_HOOK, 3: _AFTER_A_CANCELLATION, 4: _FROM_A_HOLD}
# Read before and after, a sheet may come from a cache: the one between bounds.
_PLAYERS_READ_BETWEEN_BOUNDS = 4
# Beside a booking that began with so many players, another one fills the tee time between two changes.
_PLAYERS_THAT_MAKE_ROOM = 3
_PLAYERS_BESIDE_A_HOLD = 2


@dataclass(frozen=True)
class FirstParty:
    """The party that a booking begins with: its *players*, and whether it completes a hold."""

    players: int
    from_hold: bool

    def book(self, desk: BookingDesk, tee_time: OfferedTeeTime, target: Target) -> Booked:
        """The booking at *tee_time*."""
        body = desk.body(tee_time, self.players)
        return book_from_hold(desk, body, tee_time, target) if self.from_hold else book(desk, body, tee_time)


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


def take_places(
    desk: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target, players: int
) -> Taken:
    """A booking for this number of *players*. One party size books where a booking was cancelled before, one from a
    hook, and one from a hold.
    """
    way = _WAYS.get(desk.in_turn(players))
    tee_time = tee_times.fresh()
    if way == _AFTER_A_CANCELLATION and not _book_and_give_back(desk, tee_times, target, tee_time):
        tee_time = tee_times.fresh()
    before = tee_times.places_known(tee_time)
    if players == _PLAYERS_READ_BETWEEN_BOUNDS:
        tee_times.places_between_bounds(tee_time, players)
    if way == _AFTER_A_CANCELLATION:
        places_shown(tee_times, tee_time)
    body = desk.body(tee_time, players)
    if way == _FROM_A_HOOK:
        booked = or_else(lambda: book_from_hook(hooks, body, tee_time), None)
        # A hook that did not become a booking may still keep its places.
        return Taken(booked, before, players) if booked else _take_plainly(desk, tee_times, players)
    booked = book_from_hold(desk, body, tee_time, target) if way == _FROM_A_HOLD else book(desk, body, tee_time)
    return Taken(booked, before, players)


def _take_plainly(desk: BookingDesk, tee_times: TeeTimeFinder, players: int) -> Taken:
    tee_time = tee_times.fresh()
    before = tee_times.places_known(tee_time)
    return Taken(book(desk, desk.body(tee_time, players), tee_time), before, players)


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


def book_at_a_full_tee_time(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, *, from_hold: bool
) -> tuple[Booked, Booked]:
    """A booking for two, *from_hold* where it can be, at a tee time that a second booking fills, and a booking at
    another tee time.

    Raises `Untested` when places stay free.
    """
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = FirstParty(2, from_hold).book(desk, tee_time, target)
    elsewhere = book(desk, desk.body(other_time, 2), other_time)
    desk.create_data(tee_time, 2)
    if free := free_where_booked(tee_times, target, tee_time, 4):
        raise Untested(f"After four players the tee time has {free} places free, so it is not full.")
    return booked, elsewhere


def book_beside_held_places(
    desk: BookingDesk,
    other_desk: BookingDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    first: FirstParty,
    *,
    leaves_a_place: bool,
) -> tuple[Booked, Booked]:
    """A booking that began with *first* and is for two now, beside places that another agency holds, and a booking for
    two at another tee time. The hold takes all the other places, or leaves one free.

    Raises `NoEvidence` when no other agency holds the other places.
    """
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = first.book(desk, tee_time, target)
    resize(desk, booked.id, _PLAYERS_BESIDE_A_HOLD, target)
    # Places that an agency holds for itself may be its own to grow into.
    if other_desk is desk or not _hold_beside(other_desk, tee_times, target, tee_time, leaves_a_place=leaves_a_place):
        raise NoEvidence("No other agency holds the places beside the booking.")
    return booked, book(desk, desk.body(other_time, _PLAYERS_BESIDE_A_HOLD), other_time)


def _hold_beside(
    desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime, *, leaves_a_place: bool
) -> bool:
    """Holds places beside a booking for two. Returns whether the hold is accepted and no more places are free beside
    it than it leaves.
    """
    left = int(leaves_a_place)
    answer = desk.hold(tee_time, PLACES - _PLAYERS_BESIDE_A_HOLD - left)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return False
    return places_free(tee_times, target, tee_time, left) <= left
