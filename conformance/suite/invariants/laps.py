"""Races at tee times that nothing else in this run touches, and what is judged when all is quiet again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from conformance.asking.oracles import accepted, part, within_budget
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Violation, expect, shown
from conformance.suite.arranged.booked import Booked, book, read
from conformance.suite.arranged.histories import is_legal
from conformance.suite.arranged.races import (
    REFUSED_WHOLE,
    SOMEBODY_ELSE_WAS_FASTER,
    Finish,
    RaceOutcome,
    Racer,
    booking,
    cancelling,
    empty_tee_time,
    race_together,
)
from conformance.target.target import Target

Lap = Callable[[OfferedTeeTime], Sequence[Racer]]


def lap(
    tee_times: TeeTimeFinder, racers_at: Lap, sold_before: Callable[[OfferedTeeTime], int] | None = None
) -> Callable[[], RaceOutcome]:
    """A race that can be run again, each time at an empty tee time, of which some places may be *sold_before*."""

    def run() -> RaceOutcome:
        at = empty_tee_time(tee_times)
        sold = sold_before(at) if sold_before else 0
        finishes = race_together(racers_at(at))
        return RaceOutcome(_with_places(at, at.places - sold), finishes, partial(tee_times.places_free, at))

    return run


def growing_beside(desk: BookingDesk, other_desk: BookingDesk, tee_times: TeeTimeFinder) -> Callable[[], RaceOutcome]:
    """A race of a booking that grows by two players with a new booking for two, where three places are left."""

    def run() -> RaceOutcome:
        at = empty_tee_time(tee_times)
        own = book(desk, desk.body(at, 1), at)
        grow = Racer(2, partial(desk.update, own.id, {"players": 3}))
        grown, *others = race_together([grow, booking(other_desk, at, 2)])
        # An accepted change may still be without effect: only players that the booking has took places.
        players = read(desk, own.id).get("players")
        taken = players - 1 if isinstance(players, int) else 0
        finishes = [replace(grown, racer=Racer(taken, grow.send)), *others]
        return RaceOutcome(_with_places(at, at.places - 1), finishes, partial(tee_times.places_free, at))

    return run


def _with_places(at: OfferedTeeTime, places: int) -> OfferedTeeTime:
    return OfferedTeeTime(at.course_id, at.play_date, at.time, places, at.green_fee, at.currency)


def cancel_while_others_book(bookings: BookingDesk, at: OfferedTeeTime, booked: Sequence[Finish]) -> list[Finish]:
    """A race in which every booking is cancelled while as many single players book."""
    answers = [(finish.answer, finish.racer.places) for finish in booked if finish.is_accepted and finish.answer]
    cancels = [cancelling(bookings, answer, places) for answer, places in answers]
    return race_together([*cancels, *(booking(bookings, at, 1) for _ in answers)]) if cancels else []


def require_no_place_lost(
    tee_times: TeeTimeFinder, target: Target, at: OfferedTeeTime, finishes: Sequence[Finish]
) -> None:
    """Judges the history of *at* up to now, when all is quiet: it has a legal order, and no place is lost or
    doubled.
    """
    if any(finish.answer is None for finish in finishes):
        raise Inconclusive("A request of the race got no answer, so its effect is unknown.")
    steps = [finish.step for finish in finishes if finish.is_accepted]
    most_free = at.places - sum(step.places for step in steps)
    expect(
        is_legal(steps, at.places),
        f"{at.places} places are enough for the accepted requests in some order",
        f"the accepted requests on {at.where} took these places: {[step.places for step in steps]}",
    )
    free = within_budget(
        lambda: tee_times.places_free(at), lambda now: now <= most_free, seconds=target.budgets.visibility_seconds
    )
    expect(
        free <= most_free,
        f"at most {most_free} of {at.places} places are free after the race",
        f"{free} are free on {at.where}",
    )


def require_no_more_players_than_places(
    desk: BookingDesk, at: OfferedTeeTime, own: Sequence[Booked], finishes: Sequence[Finish]
) -> None:
    """Raises `Violation` when two changes that raced give *own* bookings more players than the tee time has places."""
    for finish in finishes:
        if not finish.is_accepted and finish.answer is not None:
            finish.answer.mark(Role.attempt)
    players = [read(desk, booked.id).get("players") for booked in own]
    if not all(isinstance(number, int) for number in players):
        raise Inconclusive("A booking does not show its players, which BKG-01 judges.")
    expected = f"at most {at.places} players are booked on {at.where} after two changes at once"
    expect(sum(players) <= at.places, expected, f"the two bookings have {players} players")


def require_any_booked(finishes: Sequence[Finish], tee_times: TeeTimeFinder, at: OfferedTeeTime) -> None:
    """Raises `Inconclusive` when no request of a race was accepted."""
    if not any(finish.is_accepted for finish in finishes):
        was_taken = tee_times.places_free(at) < at.places
        raise Inconclusive(SOMEBODY_ELSE_WAS_FASTER if was_taken else REFUSED_WHOLE)


def cancel_where_refused(desk: BookingDesk, booking_id: str, finish: Finish) -> None:
    """Cancels the booking where a race refused that: a target may let one request win and refuse the others."""
    if not finish.is_accepted:
        accepted(desk.cancel(booking_id), "Cancelling a booking")


def require_both_kept(
    desk: BookingDesk, booking_id: str, wanted: Mapping[str, Any], finishes: Sequence[Finish], target: Target
) -> None:
    """Raises `Violation` when a booking lacks one of the members *wanted*, each of which an accepted change gave it.

    Raises `NoEvidence` where a change was refused: a target may let one request win.
    """
    refused = [finish.answer for finish in finishes if not finish.is_accepted]
    for answer in filter(None, refused):
        answer.mark(Role.attempt)
    if refused:
        raise NoEvidence("The target refused one of two changes at the same moment.")
    seen = within_budget(
        lambda: {name: read(desk, booking_id).get(name) for name in wanted},
        lambda now: now == wanted,
        seconds=target.budgets.visibility_seconds,
    )
    expected = f"booking {booking_id} has what two changes at the same moment gave it: {shown(dict(wanted))}"
    expect(seen == wanted, expected, f"it has {shown(seen)}", [finish.answer for finish in finishes if finish.answer])


def require_one_booking_per_id(finishes: Sequence[Finish]) -> None:
    """Raises `Violation` when two accepted requests of a race show different bookings under one id."""
    by_id: dict[str, Any] = {}
    for finish in finishes:
        if not finish.is_accepted or finish.answer is None:
            continue
        found = part(finish.answer.body, "data", judge=False)
        known = by_id.setdefault(str(part(found, "id", judge=False)), found)
        if known != found:
            raise Violation(
                f"two answers with the same id show the same booking: {shown(known)}", shown(found), finish.answer.index
            )
    if not by_id:
        raise Inconclusive("The target refused all identical parallel requests.")
