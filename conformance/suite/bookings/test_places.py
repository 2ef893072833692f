"""Checks of the places of a tee time: what bookings take, and what they give back."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import pytest

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, BookingHookDesk, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.suite.arranged.beside import place_taken
from conformance.suite.arranged.booked import PARTY_SIZES
from conformance.suite.arranged.second_cases import require_not_again
from conformance.suite.bookings.places import places_before
from conformance.suite.bookings.places_given_back import GivenBack, least_places_shown, require_places_returned
from conformance.suite.bookings.taken_places import (
    Resized,
    Taken,
    change_step_by_step,
    most_places_shown,
    require_places_follow,
    require_places_taken,
    take_places,
)
from conformance.target.target import Target

# By the first number of players, the numbers to which a booking is changed in turn.
_STEPS: Mapping[int, Sequence[int]] = {2: (4, 1), 4: (2, 1), 1: (3,), 3: (4, 2, 1, 2)}
# By the first number of players, who takes a place beside the booking before it is cancelled: another party with a
# booking, or its own agency with a hold or a booking.
_OTHER_BOOKS, _HOLDS, _BOOKS = 3, 1, 4


@pytest.fixture(scope="session")
def taken(
    bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target
) -> Callable[[int], Taken]:
    """A booking by its number of players, created once. Its places go, change and come back, in this order: the checks
    below run in the order of this file, and `resized` changes the booking.
    """
    return cache(lambda players: take_places(bookings, hooks, tee_times, target, players))


@pytest.fixture(scope="session")
def resized(
    bookings: BookingDesk, taken: Callable[[int], Taken], tee_times: TeeTimeFinder, target: Target
) -> Callable[[int], Resized]:
    """The same booking by its first number of players, changed once. The last check cancels it."""
    return cache(
        lambda players: change_step_by_step(bookings, tee_times, target, taken(players), _STEPS[players]),
    )


@pytest.fixture(scope="session")
def resize_another(
    bookings: BookingDesk, hooks: BookingHookDesk, tee_times: TeeTimeFinder, target: Target
) -> Callable[[int], Resized]:
    """Makes a booking like the one of `resized`, and changes it in the same steps."""

    def resize(players: int) -> Resized:
        taken = take_places(bookings, hooks, tee_times, target, players)
        return change_step_by_step(bookings, tee_times, target, taken, _STEPS[players])

    return resize


@verifies("INV-05")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_booking_takes_its_places(
    bookings: BookingDesk,
    hooks: BookingHookDesk,
    taken: Callable[[int], Taken],
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    target: Target,
    players: int,
) -> None:
    require_not_again(
        lambda booking: require_places_taken(booking, most_places_shown(booking, tee_times, other_eyes, target)),
        taken(players),
        lambda: take_places(bookings, hooks, tee_times, target, players),
        f"A booking of {players} left too many places free. A second booking did not show this.",
    )


@verifies("BKU-10")
@pytest.mark.parametrize("before", _STEPS)
def test_the_places_free_follow_a_change_of_players(
    resized: Callable[[int], Resized],
    resize_another: Callable[[int], Resized],
    tee_times: TeeTimeFinder,
    target: Target,
    before: int,
) -> None:
    require_not_again(
        lambda booking: require_places_follow(booking, tee_times, target),
        resized(before),
        lambda: resize_another(before),
        "The free places did not follow a change of players. A second booking did not show this.",
    )


@verifies("BKX-07")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_cancelled_places_return_to_the_inventory(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    resized: Callable[[int], Resized],
    resize_another: Callable[[int], Resized],
    tee_times: TeeTimeFinder,
    other_eyes: TeeTimeFinder,
    target: Target,
    players: int,
) -> None:
    def cancel(booking: Taken) -> GivenBack:
        take_beside = {_OTHER_BOOKS: other_bookings.create, _HOLDS: bookings.hold, _BOOKS: bookings.create}
        others = place_taken(take_beside[players], booking.tee_time) if players in take_beside else 0
        free = places_before(tee_times, target, booking.tee_time, booking.tee_time.places - booking.players - others)
        accepted(bookings.cancel(booking.booked.id), "Cancelling a booking")
        return GivenBack(booking, free, least_places_shown(booking, free, tee_times, other_eyes, target))

    require_not_again(
        require_places_returned,
        cancel(resized(players).now),
        lambda: cancel(resize_another(players).now),
        "Places of a cancelled booking did not come back. A second cancellation did not show this.",
    )
