"""Checks of the places of a tee time: what bookings take, and what they give back."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.suite.arranged.booked import PARTY_SIZES
from conformance.suite.bookings.places import places_before
from conformance.suite.bookings.taken_places import (
    Resized,
    Taken,
    book_beside,
    change_step_by_step,
    most_places_shown,
    require_others_took_nothing,
    require_places_follow,
    require_places_returned,
    take_places,
)
from conformance.target.target import Target

# By the first number of players, the numbers to which a booking is changed in turn.
_STEPS: Mapping[int, Sequence[int]] = {2: (4,), 4: (2, 1), 1: (3,), 3: (2,)}
# Another party books beside this booking before it is cancelled.
_PLAYERS_BESIDE_A_BOOKING = 3


@pytest.fixture(scope="session")
def taken(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Callable[[int], Taken]:
    """A booking by its number of players, created once. Its places go, change and come back, in this order: the checks
    below run in the order of this file, and `resized` changes the booking.
    """
    return cache(lambda players: take_places(bookings, tee_times, target, players))


@pytest.fixture(scope="session")
def resized(
    bookings: BookingDesk, taken: Callable[[int], Taken], tee_times: TeeTimeFinder, target: Target
) -> Callable[[int], Resized]:
    """The same booking by its first number of players, changed once. The last check cancels it."""
    return cache(
        lambda players: change_step_by_step(bookings, tee_times, target, taken(players), _STEPS[players]),
    )


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
@pytest.mark.parametrize("before", _STEPS)
def test_the_places_free_follow_a_change_of_players(
    resized: Callable[[int], Resized], tee_times: TeeTimeFinder, target: Target, before: int
) -> None:
    booking = resized(before)

    accepted(booking.answer, f"Changing a booking from {before} to {' and then to '.join(map(str, _STEPS[before]))}")
    require_others_took_nothing(booking)
    require_places_follow(booking, tee_times, target)


@verifies("BKX-07")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_cancelled_places_return_to_the_inventory(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    resized: Callable[[int], Resized],
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    target: Target,
    players: int,
) -> None:
    booking = resized(players).now
    others = book_beside(other_bookings, booking) if players == _PLAYERS_BESIDE_A_BOOKING else 0
    free = places_before(tee_times, target, booking.tee_time, booking.tee_time.places - booking.players - others)

    accepted(bookings.cancel(booking.booked.id), "Cancelling a booking")

    require_places_returned(booking, free, tee_times, other_eyes, target)
