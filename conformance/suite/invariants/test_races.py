"""Checks of what parallel requests may not bring about: more places given away than there are, and lost changes."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle, repeat
from typing import Any

import pytest

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, Violation, expect, shown, verifies
from conformance.suite.arranged.booked import book, read, read_cancelled
from conformance.suite.arranged.histories import is_legal
from conformance.suite.arranged.races import (
    SOMEBODY_ELSE_WAS_FASTER,
    Finish,
    Outcome,
    Racer,
    booking,
    cancelling,
    empty_tee_time,
    holding,
    never_oversold,
    older_hold_gives_way,
    once_more,
    race,
    race_together,
    require_places_taken,
)
from conformance.target.target import Target

_Lap = Callable[[OfferedTeeTime], Sequence[Racer]]


@pytest.fixture(scope="session")
def newer_hold_wins(bookings: BookingDesk, tee_times: TeeTimeFinder) -> Callable[[], bool]:
    """Whether a hold takes the place of an older one of the same agency, found out once where a race leaves it open."""
    return cache(partial(older_hold_gives_way, bookings, tee_times))


@verifies("HLD-10")
@pytest.mark.parametrize("players", [(4,) * 8, (1,) * 8, (3, 1, 2, 4, 2, 3, 1, 4)], ids=str)
@once_more
def test_parallel_holds_never_exceed_the_places(
    bookings: BookingDesk, tee_times: TeeTimeFinder, newer_hold_wins: Callable[[], bool], players: Sequence[int]
) -> None:
    never_oversold(
        _lap(tee_times, lambda at: [holding(bookings, at, each) for each in players]),
        newer_hold_wins,
    )


@verifies("HLD-10")
@once_more
def test_two_agencies_cannot_hold_the_same_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder
) -> None:
    desks = (bookings, other_bookings)
    never_oversold(_lap(tee_times, lambda at: [holding(desk, at, at.places) for desk in desks]))


@verifies("INV-03")
@pytest.mark.parametrize("players", [(1,) * 12, (2,) * 6, (4,) * 3, (1, 2, 3, 4, 1, 2)], ids=str)
@once_more
def test_parallel_bookings_never_exceed_the_places(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, players: Sequence[int]
) -> None:
    desks = (bookings, other_bookings)
    never_oversold(_lap(tee_times, lambda at: [booking(*one) for one in zip(cycle(desks), repeat(at), players)]))


@verifies("INV-03")
@once_more
def test_the_last_place_goes_to_one(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    def last_place(at: OfferedTeeTime) -> list[Racer]:
        return [booking(bookings, at, 1) for _ in range(8)]

    never_oversold(_lap(tee_times, last_place, sold_before=lambda at: book(bookings, bookings.body(at, 3), at).players))


@verifies("BKU-08")
def test_bookings_that_grow_together_do_not_exceed_the_places(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    at = empty_tee_time(tee_times)
    own = [book(bookings, bookings.body(at, 1), at) for _ in range(2)]

    # Other cases decide this row too, so it is no matter whether these two really meet.
    finishes = race([Racer(2, partial(bookings.update, one.id, {"players": 3})) for one in own])

    for one in finishes:
        if not one.is_accepted and one.answer is not None:
            one.answer.mark(Role.attempt)
    players = [read(bookings, one.id).get("players") for one in own]
    if not all(isinstance(number, int) for number in players):
        raise Inconclusive("A booking does not show its players, which BKG-01 judges.")
    expect(
        sum(players) <= at.places,
        f"at most {at.places} players on {at.where} after two changes at once",
        f"the two bookings have {players} players",
    )


@verifies("INV-04")
@pytest.mark.parametrize("players", [(1,) * 5, (2,) * 3, (4,) * 3, (3, 2, 1, 4)], ids=str)
@once_more
def test_holds_and_bookings_share_the_places(
    bookings: BookingDesk, tee_times: TeeTimeFinder, newer_hold_wins: Callable[[], bool], players: Sequence[int]
) -> None:
    def both(at: OfferedTeeTime) -> list[Racer]:
        return [make(bookings, at, each) for each in players for make in (holding, booking)]

    never_oversold(_lap(tee_times, both), newer_hold_wins)


@verifies("INV-06")
@pytest.mark.parametrize("players", [(1, 1, 1, 1), (2, 1, 1), (1, 2, 2, 1)], ids=str)
@once_more
def test_no_change_of_the_places_is_lost(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, players: Sequence[int]
) -> None:
    at = empty_tee_time(tee_times)

    booked = race_together([booking(bookings, at, each) for each in players])
    if not any(one.is_accepted for one in booked):
        require_places_taken(tee_times.places_free(at), at)
        raise Inconclusive(SOMEBODY_ELSE_WAS_FASTER)
    _counted(tee_times, target, at, booked)
    given_back = _given_back_and_taken(bookings, at, booked)
    _counted(tee_times, target, at, [*booked, *given_back])


@verifies("INV-09")
@pytest.mark.parametrize("changes", [{"players": 3}, {"specialRequests": "Changed while it is cancelled."}], ids=str)
@once_more
def test_a_booking_that_is_changed_while_it_is_cancelled_stays_cancelled(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, changes: dict[str, Any]
) -> None:
    at = tee_times.fresh()
    booking_id = book(bookings, bookings.body(at, 2), at).id
    update = Racer(0, lambda: bookings.update(booking_id, changes))

    finishes = race_together([update, Racer(0, lambda: bookings.cancel(booking_id)), update])

    # A target may let one of them win and refuse the other; then the cancellation is sent again.
    if not finishes[1].is_accepted:
        accepted(bookings.cancel(booking_id), "Cancelling a booking")
    seen = [read_cancelled(bookings, booking_id, target).get("status") for _ in range(2)]
    told = f"booking {booking_id}, changed while it was cancelled, has status {' and then '.join(map(str, seen))}"
    expect(seen == ["cancelled"] * 2, "the booking is cancelled and stays so", told)


@verifies("INV-10")
@pytest.mark.parametrize("players", [1, 2])
@once_more
def test_identical_parallel_bookings_do_not_share_an_id(
    bookings: BookingDesk, tee_times: TeeTimeFinder, players: int
) -> None:
    body = bookings.body(empty_tee_time(tee_times), players)

    finishes = race_together([Racer(players, lambda: bookings.post(body)) for _ in range(6)])

    made: dict[str, Any] = {}
    for one in finishes:
        if not one.is_accepted or one.answer is None:
            continue
        found = part(one.answer.body, "data", judge=False)
        known = made.setdefault(str(part(found, "id", judge=False)), found)
        if known != found:
            raise Violation(f"two answers with one id show the same: {shown(known)}", shown(found), one.answer.index)
    if not made:
        raise Inconclusive("All identical parallel requests were refused.")


def _lap(
    tee_times: TeeTimeFinder, racers_at: _Lap, sold_before: Callable[[OfferedTeeTime], int] | None = None
) -> Callable[[], Outcome]:
    """A race that can be run again, each time at an empty tee time, of which some places may be *sold_before*."""

    def run() -> Outcome:
        at = empty_tee_time(tee_times)
        sold = sold_before(at) if sold_before else 0
        finishes = race_together(racers_at(at))
        return Outcome(_with_places(at, at.places - sold), finishes, partial(tee_times.places_free, at))

    return run


def _with_places(at: OfferedTeeTime, places: int) -> OfferedTeeTime:
    return OfferedTeeTime(at.course_id, at.play_date, at.time, places, at.green_fee, at.currency)


def _given_back_and_taken(bookings: BookingDesk, at: OfferedTeeTime, booked: Sequence[Finish]) -> list[Finish]:
    """A race in which every booking is cancelled while as many single players book."""
    made = [one for one in booked if one.is_accepted and one.answer is not None]
    cancels = [cancelling(bookings, one.answer, one.racer.places) for one in made if one.answer is not None]
    return race_together([*cancels, *(booking(bookings, at, 1) for _ in made)]) if made else []


def _counted(tee_times: TeeTimeFinder, target: Target, at: OfferedTeeTime, finishes: Sequence[Finish]) -> None:
    """Judge the history of *at* up to now, when all is quiet: it has a legal order, and no place is lost or doubled."""
    if any(one.answer is None for one in finishes):
        raise Inconclusive("A request of the race got no answer, so what it did is unknown.")
    steps = [one.step for one in finishes if one.is_accepted]
    most_free = at.places - sum(step.places for step in steps)
    expect(
        is_legal(steps, at.places),
        f"the accepted requests have an order in which {at.places} places suffice",
        f"none exists on {at.where} for these places taken: {[step.places for step in steps]}",
    )
    free = within_budget(
        lambda: tee_times.places_free(at), lambda now: now <= most_free, seconds=target.budgets.visibility_seconds
    )
    expect(
        free <= most_free,
        f"at most {most_free} of {at.places} places are free after the race",
        f"{free} are free on {at.where}",
    )
