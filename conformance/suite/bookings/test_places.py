"""Checks of the places of a tee time: what bookings take, and what they give back."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.suite.arranged.booked import PARTY_SIZES, change
from conformance.suite.bookings.places import places_before
from conformance.suite.bookings.taken_places import (
    Taken,
    most_places_shown,
    places_free_beside,
    raise_by_one_where_asked,
    require_places_free,
    require_places_returned,
    take_places,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def taken(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Callable[[int], Taken]:
    """A booking by its first number of players, created once: its places go, change and come back."""
    return cache(lambda players: take_places(bookings, tee_times, target, players))


@verifies("INV-05")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_booking_takes_its_places(
    taken: Callable[[int], Taken], tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, target: Target, players: int
) -> None:
    booking = taken(players)
    most, free_before = booking.free_before - players, booking.free_before

    after = most_places_shown(booking, tee_times, other_eyes, target)

    expected = f"a booking of {players} leaves at most {most} of the {free_before} places free"
    actual = f"{after} are free on {booking.tee_time.where}, beside booking {booking.booked.id}"
    expect(after <= most, expected, actual)


@verifies("BKU-10")
@pytest.mark.parametrize(("before", "steps"), [(2, (4,)), (4, (2, 1)), (1, (3,)), (3, (2,))])
def test_the_places_free_follow_a_change_of_players(
    bookings: BookingDesk,
    taken: Callable[[int], Taken],
    tee_times: TeeTimeFinder,
    target: Target,
    before: int,
    steps: Sequence[int],
) -> None:
    booking = taken(before)
    wanted = places_free_beside(booking, tee_times, target) + before - steps[-1]

    for players in steps:
        accepted(change(bookings, booking.booked.id, {"players": players}), "Changing a booking")
        booking.players = players

    changes = " and then to ".join(map(str, steps))
    require_places_free(booking, tee_times, target, wanted, f"after a change from {before} to {changes} players")


@verifies("BKX-07")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_cancelled_places_return_to_the_inventory(
    bookings: BookingDesk,
    taken: Callable[[int], Taken],
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    target: Target,
    players: int,
) -> None:
    booking = taken(players)
    raise_by_one_where_asked(bookings, booking)
    free = places_before(tee_times, target, booking.tee_time, booking.tee_time.places - booking.players)

    accepted(bookings.cancel(booking.booked.id), "Cancelling a booking")

    require_places_returned(booking, free, tee_times, other_eyes, target)
