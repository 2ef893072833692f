"""Checks of the places of a tee time: what bookings take, what they give back, and that nobody gets more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import pytest

from conformance.asking.oracles import accepted, same, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, expect, shown, verifies
from conformance.suite.arranged.booked import PARTY_SIZES, PLACES, Booked, all_modifiable, book, change, give_back, read
from conformance.suite.arranged.read_back import refused_and_unchanged, refused_without_trace
from conformance.suite.bookings.places import (
    filled,
    free_after_booking,
    free_where_booked,
    places_between_bounds,
    places_free,
    places_shown,
)
from conformance.target.target import Target

# So that these are seen too: places taken where a booking was cancelled before, and given back by a booking that grew.
_AFTER_A_CANCELLATION = 3
_RAISED_BY_ONE = 2
# Read before and after, a sheet may come from a cache.
_READ_BETWEEN_BOUNDS = 4

# How many places too many a tee sheet shows, by what came first and the players confirmed then, when a second cancel
# gives places back or a raise takes none. Nobody else is likely to give back just so many just then.
_COUNTED_TWICE = {("a cancelled booking", 0): 3, ("a raised booking", 3): 2}


@verifies("BKC-25")
@pytest.mark.parametrize("parties", [(4,), (3,), (2,), (1,), (2, 1)], ids=str)
def test_more_players_than_places_free_are_refused(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    target: Target,
    parties: Sequence[int],
) -> None:
    tee_time = tee_times.fresh()
    free = free_after_booking((bookings, other_bookings), tee_times, target, tee_time, parties)
    too_large = bookings.body(tee_time, free + 1)

    attempt = bookings.post(too_large)
    give_back(bookings, attempt)
    if attempt.is_success and tee_times.places_free(tee_time) > free:
        raise Inconclusive("Somebody else gave places back while this check booked.")
    twin_time = tee_time if free else tee_times.fresh()
    control = bookings.create(twin_time, max(free, 1))

    because = f"only {free} places are free on {tee_time.where}"
    refused_without_trace(
        bookings, target, [attempt], [too_large], control=control, tee_time=twin_time, because=because
    )


@verifies("BKU-08")
@pytest.mark.parametrize(("own", "others"), [(1, 1), (1, 2), (2, 1)])
def test_a_booking_cannot_grow_beyond_the_places_free(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, own: int, others: int
) -> None:
    tee_time = tee_times.fresh()
    booked = book(bookings, bookings.body(tee_time, own), tee_time)
    bookings.made(tee_time, others)
    free = free_where_booked(tee_times, target, tee_time, own + others)
    if not own < own + free < PLACES:
        raise Untested(f"Beside {own} booked players {free} places are free, so that no growth is just too much.")
    before, too_many = read(bookings, booked.id), {"players": own + free + 1}

    attempts = [bookings.update(booked.id, body) for body in (too_many, all_modifiable(before, too_many))]
    after = read(bookings, booked.id)
    control = change(bookings, booked.id, {"players": own + free})

    because = f"only {free} places are free beside it"
    refused_and_unchanged(attempts, before, after, control=control, because=because)


@verifies("BKU-08")
def test_a_booking_cannot_grow_at_a_full_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = book(bookings, bookings.body(tee_time, 2), tee_time)
    elsewhere = book(bookings, bookings.body(other_time, 2), other_time)
    bookings.made(tee_time, 2)
    if free := free_where_booked(tee_times, target, tee_time, 4):
        raise Untested(f"After four players the tee time has {free} places free, so it is not full.")
    before, changes = read(bookings, booked.id), {"players": 3}

    attempts = [bookings.update(booked.id, body) for body in (changes, all_modifiable(before, changes))]
    control = change(bookings, elsewhere.id, changes)

    after = read(bookings, booked.id)
    refused_and_unchanged(attempts, before, after, control=control, because="no place is free beside it")


@verifies("BKU-08")
def test_a_booking_cannot_grow_into_held_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time, other_time = tee_times.fresh(), tee_times.fresh()
    booked = book(bookings, bookings.body(tee_time, 2), tee_time)
    # Places that an agency holds for itself may be its own to grow into.
    if other_bookings is bookings or not _is_held(other_bookings, tee_times, target, tee_time):
        raise NoEvidence("No other agency holds the places beside the booking.")
    elsewhere = book(bookings, bookings.body(other_time, 2), other_time)
    before, changes = read(bookings, booked.id), {"players": 3}

    attempt = bookings.update(booked.id, all_modifiable(before, changes))
    after = read(bookings, booked.id)
    control = bookings.update(elsewhere.id, all_modifiable(elsewhere.sent, changes))

    because = "another agency holds the places beside it"
    refused_and_unchanged([attempt], before, after, control=control, because=because)


@dataclass
class Taken:
    """A booking, how many places its tee time had free before it, and for how many players it is now."""

    booked: Booked
    free_before: int
    players: int


@pytest.fixture(scope="session")
def taken(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> Callable[[int], Taken]:
    """A booking by its number of players, made once: its places go, change and come back."""

    def take(players: int) -> Taken:
        tee_time = tee_times.fresh()
        if players == _AFTER_A_CANCELLATION and not _is_given_back(bookings, tee_times, target, tee_time):
            tee_time = tee_times.fresh()
        before = tee_times.places_free(tee_time)
        if players == _READ_BETWEEN_BOUNDS:
            places_between_bounds(tee_times, tee_time)
        return Taken(book(bookings, bookings.body(tee_time, players), tee_time), before, players)

    return cache(take)


@verifies("INV-05")
@pytest.mark.parametrize("players", PARTY_SIZES)
def test_a_booking_takes_its_places(
    taken: Callable[[int], Taken], tee_times: TeeTimeFinder, other_eyes: TeeTimeFinder, target: Target, players: int
) -> None:
    one = taken(players)
    # A fault may show to one number of players alone: over all four bookings each is asked for twice.
    views = ((tee_times, None), (tee_times, players), (tee_times, players % PLACES + 1), (other_eyes, 1))
    tee_time = one.booked.tee_time

    def most_shown() -> int:
        shown = [places_shown(eyes, tee_time, players=party) for eyes, party in dict.fromkeys(views)]
        return max(*shown, places_between_bounds(tee_times, tee_time) if players == _READ_BETWEEN_BOUNDS else 0)

    after = within_budget(
        most_shown,
        lambda places: places <= one.free_before - players,
        seconds=target.budgets.visibility_seconds,
    )
    least_gone = (
        f"a booking of {players} leaves at most {one.free_before - players} of the {one.free_before} places free"
    )
    told = f"{after} are free on {tee_time.where}, beside booking {one.booked.id}"
    expect(after <= one.free_before - players, least_gone, told)


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
    one = taken(before)
    tee_time = one.booked.tee_time
    free = places_free(tee_times, target, tee_time, tee_time.places - before)
    if free != tee_time.places - before:
        raise Inconclusive(f"A booking for {before} leaves {free} of {tee_time.places}: a change tells nothing.")

    accepted(change(bookings, one.booked.id, {"players": after}), "Changing a booking")
    one.players = after

    wanted = free + before - after
    what = f"the number of free places on {tee_time.where}, after a change from {before} to {after} players,"
    same(places_free(tee_times, target, tee_time, wanted), wanted, what)


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
    one = taken(players)
    tee_time = one.booked.tee_time
    if players == _RAISED_BY_ONE and change(bookings, one.booked.id, {"players": players + 1}).is_success:
        one.players = players + 1
    free = places_free(tee_times, target, tee_time, tee_time.places - one.players)
    wanted = free + one.players

    accepted(bookings.cancel(one.booked.id), "Cancelling a booking")

    after = within_budget(
        lambda: min(eyes.places_free(tee_time) for eyes in dict.fromkeys((tee_times, other_eyes))),
        lambda places: places >= wanted,
        seconds=target.budgets.visibility_seconds,
    )
    told = f"{after} are free on {tee_time.where}, after booking {one.booked.id} of {one.players} was cancelled"
    expect(after >= wanted, f"the {free} free places become at least {wanted} when {one.players} are given back", told)


@verifies("INV-02")
@pytest.mark.parametrize(
    ("first", "parties"),
    [
        ("nobody", (1, 1, 1, 1, 1)),
        ("nobody", (1, 4)),
        ("nobody", (2, 3)),
        ("nobody", (3, 2)),
        ("nobody", (4, 1)),
        ("a cancelled booking", (1, 1, 1, 1, 1)),
        ("a lowered booking", (1, 1, 1, 1)),
        ("a raised booking", (2,)),
    ],
)
def test_bookings_never_exceed_the_places_of_a_tee_time(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, first: str, parties: Sequence[int]
) -> None:
    tee_time = tee_times.fresh()
    confirmed = filled(bookings, tee_time, first, parties, lambda _: None)
    if confirmed <= tee_time.places:
        return

    # Somebody else may have cancelled meanwhile: then there were more places than the tee sheet showed at first.
    # So it is done once more, with a look at the tee sheet before each booking.
    tee_time = tee_times.fresh()
    most_places = tee_time.places
    counted_twice = 0

    def look(confirmed: int) -> None:
        nonlocal most_places, counted_twice
        free = places_free(tee_times, target, tee_time, most_places - confirmed)
        # These players were confirmed, whatever became of them: no places are added for them.
        if confirmed + free - tee_time.places == _COUNTED_TWICE.get((first, confirmed)):
            counted_twice = confirmed + free - tee_time.places
        most_places = max(most_places, confirmed + free - counted_twice)

    again = filled(bookings, tee_time, first, parties, look)
    if again <= most_places:
        raise Inconclusive("More players were confirmed than there are places, which did not happen again.")
    before = "" if first == "nobody" else f" after {first}"
    told = f"{again} players are confirmed on {tee_time.where}, in bookings for {shown(parties)}{before}"
    expect(False, f"at most {most_places} players are confirmed at a tee time with {most_places} places", told)


def _is_held(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime) -> bool:
    """Whether two places can be held, and none is free beside them."""
    answer = desk.hold(tee_time, 2)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return False
    return places_free(tee_times, target, tee_time, 0) == 0


def _is_given_back(desk: BookingDesk, tee_times: TeeTimeFinder, target: Target, tee_time: OfferedTeeTime) -> bool:
    """Book two places and cancel. Whether all places are free again: BKX-07 judges where they are not."""
    cancelled = desk.cancel(book(desk, desk.body(tee_time, 2), tee_time).id)
    return cancelled.is_success and places_free(tee_times, target, tee_time, tee_time.places) == tee_time.places
