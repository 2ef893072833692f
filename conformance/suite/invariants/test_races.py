"""Checks of what parallel requests may not bring about: more places given away than there are, and lost changes."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle, repeat
from typing import Any

import pytest

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import book, read_cancelled
from conformance.suite.arranged.races import (
    Racer,
    booking,
    empty_tee_time,
    holding,
    race,
    race_together,
    require_never_oversold,
    try_whether_older_hold_gives_way,
    until_something_races,
)
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.suite.invariants.laps import (
    cancel_where_refused,
    cancel_while_others_book,
    growing_beside,
    lap,
    require_any_booked,
    require_both_kept,
    require_no_more_players_than_places,
    require_no_place_lost,
    require_one_booking_per_id,
)
from conformance.target.target import Target

# Requests of other checks would take the slots of the racers.
pytestmark = pytest.mark.races


@pytest.fixture(scope="session")
def newer_hold_wins(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Callable[[], bool]:
    """Whether a hold replaces an older hold of the same agency. Tried once, when a race asks for it."""
    return cache(partial(try_whether_older_hold_gives_way, bookings, tee_times))


@verifies("HLD-10")
@pytest.mark.parametrize("players", [(4,) * 8, (1,) * 8, (3, 1, 2, 4, 2, 3, 1, 4)], ids=str)
@until_something_races
def test_parallel_holds_never_exceed_the_places(
    bookings: BookingDesk, tee_times: TeeTimeFinder, newer_hold_wins: Callable[[], bool], players: Sequence[int]
) -> None:
    require_never_oversold(
        lap(tee_times, lambda at: [holding(bookings, at, party) for party in players]),
        newer_hold_wins,
    )


@verifies("HLD-10")
@until_something_races
def test_two_agencies_cannot_hold_the_same_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    desks = (bookings, other_bookings)
    require_never_oversold(lap(tee_times, lambda at: [holding(desk, at, at.places) for desk in desks]))


@verifies("INV-03")
@pytest.mark.parametrize("players", [(1,) * 12, (2,) * 6, (4,) * 3, (1, 2, 3, 4, 1, 2)], ids=str)
@until_something_races
def test_parallel_bookings_never_exceed_the_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, players: Sequence[int]
) -> None:
    desks = (bookings, other_bookings)
    require_never_oversold(
        lap(tee_times, lambda at: [booking(*asked) for asked in zip(cycle(desks), repeat(at), players)])
    )


@verifies("INV-03")
@until_something_races
def test_the_last_place_goes_to_one(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    def last_place(at: OfferedTeeTime) -> list[Racer]:
        return [booking(desk, at, 1) for desk in (bookings, other_bookings, bookings)]

    require_never_oversold(
        lap(tee_times, last_place, sold_before=lambda at: book(bookings, bookings.body(at, 3), at).players)
    )


@verifies("INV-03")
@until_something_races
def test_a_booking_that_grows_beside_a_new_one_does_not_exceed_the_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    require_never_oversold(growing_beside(bookings, other_bookings, tee_times))


# Two changes race here as bookings do above, so the race decides the row of races too.
@verifies("BKU-08", "INV-03")
def test_bookings_that_grow_together_do_not_exceed_the_places(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    at = empty_tee_time(tee_times)
    own = [book(bookings, bookings.body(at, 1), at) for _ in range(2)]

    # Other cases decide this row too, so it does not matter whether these two really meet.
    finishes = race([Racer(2, partial(bookings.update, booked.id, {"players": 3})) for booked in own])

    require_no_more_players_than_places(bookings, at, own, finishes)


@verifies("INV-04")
@pytest.mark.parametrize("players", [(1,) * 5, (2,) * 3, (4,), (3, 2, 1, 4)], ids=str)
@until_something_races
def test_holds_and_bookings_share_the_places(
    bookings: BookingDesk,
    other_bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    run: Run,
    newer_hold_wins: Callable[[], bool],
    players: Sequence[int],
) -> None:
    # With each seed, other parties come from two agencies.
    rival = other_bookings if (sum(players) + run.seed) % 2 else bookings

    def both(at: OfferedTeeTime) -> list[Racer]:
        return [racer for party in players for racer in (holding(bookings, at, party), booking(rival, at, party))]

    require_never_oversold(lap(tee_times, both), newer_hold_wins)


@verifies("INV-06")
@pytest.mark.parametrize("players", [(1, 1, 1, 1), (2, 1, 1), (1, 2, 2, 1)], ids=str)
@until_something_races
def test_no_change_of_the_places_is_lost(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: Sequence[int]
) -> None:
    at = empty_tee_time(tee_times)

    booked = race_together([booking(bookings, at, party) for party in players])
    require_any_booked(booked, tee_times, at)
    require_no_place_lost(tee_times, target, at, booked)
    given_back = cancel_while_others_book(bookings, at, booked)

    require_no_place_lost(tee_times, target, at, [*booked, *given_back])


@verifies("INV-09")
@pytest.mark.parametrize("changes", [{"players": 3}, {"specialRequests": "Changed while it is cancelled."}], ids=str)
@until_something_races
def test_a_booking_that_is_changed_while_it_is_cancelled_stays_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, changes: dict[str, Any]
) -> None:
    at = tee_times.fresh()
    booking_id = book_in_some_way(bookings, at, target, 2).id
    other_changes = {"players": 1} if "players" in changes else changes
    acts = [
        partial(bookings.update, booking_id, changes),
        partial(bookings.cancel, booking_id),
        partial(bookings.update, booking_id, other_changes),
    ]

    finishes = race_together([Racer(0, act) for act in acts])

    cancel_where_refused(bookings, booking_id, finishes[1])
    seen = [read_cancelled(bookings, booking_id, target).get("status") for _ in range(2)]
    actual = f"after a change and a cancel at once, booking {booking_id} has status {' and then '.join(map(str, seen))}"
    expect(seen == ["cancelled"] * 2, "the booking is cancelled and stays cancelled", actual)


# No document says that a change may leave members out, and changes of all members replace each other. Nobody can tell
# whether a change that is lost was not stored, or whether the other change overwrote what it did not send.
@verifies("BKU-02", "BKU-09")
@until_something_races
def test_changes_of_two_members_at_once_are_both_kept(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    at = tee_times.fresh()
    booking_id = book_in_some_way(bookings, at, target, 2).id
    wanted = {"specialRequests": "Changed at the same moment.", "players": 3}

    finishes = race_together(
        [Racer(0, partial(bookings.update, booking_id, {name: value})) for name, value in wanted.items()]
    )

    require_both_kept(bookings, booking_id, wanted, finishes, target)


@verifies("INV-10")
@pytest.mark.parametrize("players", [1, 2])
@until_something_races
def test_identical_parallel_bookings_do_not_share_an_id(
    bookings: BookingDesk, tee_times: TeeTimeFinder, players: int
) -> None:
    body = bookings.body(empty_tee_time(tee_times), players)

    finishes = race_together([Racer(players, lambda: bookings.post(body)) for _ in range(6)])

    require_one_booking_per_id(finishes)
