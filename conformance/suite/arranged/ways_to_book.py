"""Bookings whose beginning, or whose number of players, no check asks about. Both differ from seed to seed."""

from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.suite.arranged.booked import PLACES, Booked, book
from conformance.suite.arranged.changes import resize
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.target.target import Target

_PLAYERS = 2


def book_in_some_way(
    desk: BookingDesk, tee_time: OfferedTeeTime, target: Target, players: int | None = None, *, may_change: bool = True
) -> Booked:
    """A booking at *tee_time*, where all places are free: it took its places at once, from a hold or, unless it may not
    change, by a change. Where no number of *players* is given, the seed chooses it.

    With the first seed it is for two, and nothing happened before. Raises `Inconclusive` when something is refused.
    """
    ways = _WAYS if may_change else _WAYS[:-1]
    return ways[desk.turn(len(ways), -1)](desk, tee_time, players or desk.in_turn(_PLAYERS), target)


def _at_once(desk: BookingDesk, tee_time: OfferedTeeTime, players: int, _: Target) -> Booked:
    return book(desk, desk.body(tee_time, players), tee_time)


def _from_a_hold(desk: BookingDesk, tee_time: OfferedTeeTime, players: int, target: Target) -> Booked:
    return book_from_hold(desk, desk.body(tee_time, players), tee_time, target)


def _by_a_change(desk: BookingDesk, tee_time: OfferedTeeTime, players: int, target: Target) -> Booked:
    """A booking of all places that was lowered since: others may leave no room for more players."""
    body = desk.body(tee_time, PLACES)
    booked = book(desk, body, tee_time)
    if players < PLACES:
        resize(desk, booked.id, players, target)
    return Booked(tee_time, body | {"players": players}, booked.answer)


_WAYS = (_at_once, _from_a_hold, _by_a_change)
