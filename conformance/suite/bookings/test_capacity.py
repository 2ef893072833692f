"""Checks of the places of a tee time: what bookings take, what they give back, and that nobody gets more."""

from collections.abc import Callable, Sequence
from functools import cache

import pytest

from conformance.asking.oracles import accepted
from conformance.discovery import BookingDesk, TeeTimeFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.suite.arranged.booked import PARTY_SIZES, all_modifiable, change, read
from conformance.suite.arranged.changes import with_other_texts
from conformance.suite.arranged.read_back import refused_and_unchanged
from conformance.suite.bookings.places import begin_with, free_after_booking, places_before
from conformance.suite.bookings.taken_places import (
    Taken,
    book_at_a_full_tee_time,
    book_beside_held_places,
    book_beside_others,
    most_places_shown,
    places_free_beside,
    raise_by_one_where_asked,
    require_no_more_confirmed_than_places,
    require_places_free,
    require_places_returned,
    require_too_large_a_party_refused,
    take_places,
)
from conformance.target.target import Target


@verifies("BKC-25")
@pytest.mark.parametrize(
    ("first", "parties"),
    [
        ("nobody", (3,)),
        ("nobody", (2, 1)),
        ("a cancelled booking", (4,)),
        ("a lowered booking", (2,)),
        ("a raised booking", ()),
    ],
)
def test_more_players_than_places_free_are_refused(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    first: str,
    parties: Sequence[int],
) -> None:
    tee_time = tee_times.fresh()
    taken = begin_with(first, bookings, tee_time)
    free = free_after_booking((bookings, other_bookings), tee_times, target, tee_time, parties, taken)

    require_too_large_a_party_refused(bookings, tee_times, target, tee_time, free)


@verifies("BKU-08")
@pytest.mark.parametrize(("was", "own", "others"), [(1, 1, 1), (3, 1, 2), (1, 2, 1)])
def test_a_booking_cannot_grow_beyond_the_places_free(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, was: int, own: int, others: int
) -> None:
    booked, free = book_beside_others(bookings, tee_times, target, was, own, others)
    before, too_many = read(bookings, booked.id), {"players": own + free + 1}

    attempts = [bookings.update(booked.id, body) for body in (too_many, with_other_texts(before, too_many))]
    after = read(bookings, booked.id)
    control = change(bookings, booked.id, {"players": own + free})

    because = f"only {free} places are free beside it"
    refused_and_unchanged(attempts, before, after, control=control, because=because)


@verifies("BKU-08")
def test_a_booking_cannot_grow_at_a_full_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    booked, elsewhere = book_at_a_full_tee_time(bookings, tee_times, target)
    before, changes = read(bookings, booked.id), {"players": 3}

    attempts = [bookings.update(booked.id, body) for body in (changes, with_other_texts(before, changes))]
    control = change(bookings, elsewhere.id, changes)

    after = read(bookings, booked.id)
    refused_and_unchanged(attempts, before, after, control=control, because="no place is free beside it")


@verifies("BKU-08")
def test_a_booking_cannot_grow_into_held_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    booked, elsewhere = book_beside_held_places(bookings, other_bookings, tee_times, target)
    before, changes = read(bookings, booked.id), {"players": 3}

    attempt = bookings.update(booked.id, with_other_texts(before, changes))
    after = read(bookings, booked.id)
    control = bookings.update(elsewhere.id, all_modifiable(elsewhere.sent, changes))

    because = "another agency holds the places beside it"
    refused_and_unchanged([attempt], before, after, control=control, because=because)


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
@pytest.mark.parametrize(("before", "after"), [(2, 4), (4, 1), (1, 3), (3, 2)])
def test_the_places_free_follow_a_change_of_players(
    bookings: BookingDesk,
    taken: Callable[[int], Taken],
    tee_times: TeeTimeFinder,
    target: Target,
    before: int,
    after: int,
) -> None:
    booking = taken(before)
    wanted = places_free_beside(booking, tee_times, target) + before - after

    accepted(change(bookings, booking.booked.id, {"players": after}), "Changing a booking")
    booking.players = after

    require_places_free(booking, tee_times, target, wanted, f"after a change from {before} to {after} players")


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


@verifies("INV-02")
@pytest.mark.parametrize(
    ("first", "parties"),
    [
        ("nobody", (1, 1, 1, 1, 1)),
        ("nobody", (1, 4)),
        ("nobody", (2, 3)),
        ("nobody", (4, 1)),
        ("a cancelled booking", (1, 1, 1, 1, 1)),
        ("a lowered booking", (1, 1, 1, 1)),
        ("a raised booking", (2,)),
        ("a lowered and cancelled booking", (3, 2)),
    ],
)
def test_bookings_never_exceed_the_places_of_a_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, first: str, parties: Sequence[int]
) -> None:
    require_no_more_confirmed_than_places(bookings, tee_times, target, first, parties)
