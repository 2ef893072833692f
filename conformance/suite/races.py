"""Requests that start at the same moment, at a tee time that nothing else in this run touches.

Knows how to race and how to count; what came out is judged by the checks.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.exchanges import Answer
from conformance.histories import Step, surplus
from conformance.oracles import part
from conformance.suite.booked import PLACES
from conformance.verdicts import Advisory, Inconclusive, Judgement, Untested, Violation

MOST_AT_ONCE = 12
_LONGEST_START_SECONDS = 30.0


@dataclass(frozen=True)
class Racer:
    """One request of a race: how many *places* it asks for (below 0: gives back), and how it is sent."""

    places: int
    send: Callable[[], Answer]


@dataclass(frozen=True)
class Finish:
    """How a racer came in: its answer, None where none came, and the times of the request on one clock."""

    racer: Racer
    answer: Answer | None
    started: float
    ended: float

    @property
    def is_accepted(self) -> bool:
        """Whether the answer is a 2xx."""
        return self.answer is not None and self.answer.is_success

    @property
    def step(self) -> Step:
        """The request as a step of a history."""
        return Step(self.racer.places, self.started, self.ended)


def race(racers: Sequence[Racer]) -> list[Finish]:
    """All *racers* sent at the same moment, at most twelve, in their order. One may come in without an answer."""
    if len(racers) > MOST_AT_ONCE:
        raise ValueError(f"A race has at most {MOST_AT_ONCE} requests, not {len(racers)}.")
    line = threading.Barrier(len(racers))
    with ThreadPoolExecutor(len(racers)) as lanes:
        return list(lanes.map(lambda racer: _run(racer, line), racers))


def _run(racer: Racer, line: threading.Barrier) -> Finish:
    line.wait(_LONGEST_START_SECONDS)
    started = time.monotonic()
    try:
        answer = racer.send()
    except Judgement:
        answer = None
    return Finish(racer, answer, started, time.monotonic())


def empty_tee_time(tee_times: TeeTimeFinder) -> OfferedTeeTime:
    """A tee time with all four places free. Raises `Untested` when none is found."""
    for _ in range(4):
        tee_time = tee_times.fresh(places=PLACES)
        if tee_time.places == PLACES:
            return tee_time
    raise Untested(f"No tee time with exactly {PLACES} free places was found.")


def booking(desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> Racer:
    """A racer that books."""
    body = desk.body(tee_time, players)
    return Racer(players, lambda: desk.post(body))


def holding(desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> Racer:
    """A racer that holds."""
    return Racer(players, lambda: desk.hold(tee_time, players))


def cancelling(desk: BookingDesk, answer: Answer, players: int) -> Racer:
    """A racer that cancels the booking that *answer* made for so many players."""
    booking_id = str(part(answer.body, "data.id", judge=False))
    return Racer(-players, lambda: desk.cancel(booking_id))


@dataclass(frozen=True)
class Outcome:
    """One race at *tee_time*: every finish, and how many places too many were given away."""

    tee_time: OfferedTeeTime
    finishes: Sequence[Finish]

    @property
    def accepted(self) -> list[Finish]:
        """Those that were accepted, each hold and booking once: a target may answer a repetition with the first."""
        return list({_identity(one): one for one in self.finishes if one.is_accepted}.values())

    @property
    def surplus(self) -> int:
        """Places given away beyond those the tee time showed first."""
        return surplus([one.step for one in self.accepted], self.tee_time.places)


def _identity(one: Finish) -> object:
    """The id of what was made, or what stands for the request alone where the answer shows none."""
    body = one.answer.body if one.answer else None
    hold_id, booking_id = _member(body, "holdId"), _member(_member(body, "data"), "id")
    return hold_id or booking_id or id(one)


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def never_oversold(runs: Sequence[Callable[[], Outcome]]) -> None:
    """Hold when no race of *runs* gives away more places than its tee time showed.

    Somebody else may give places back while one race runs, but hardly during two: a surplus is a violation when the
    same race, run again elsewhere, shows one too. All refused everywhere is worth a warning.
    """
    accepted = 0
    for run in runs:
        outcome = run()
        accepted += len(outcome.accepted)
        if outcome.surplus:
            _confirmed(outcome, [run() for _ in range(2)])
    if not accepted:
        raise Advisory("Every request of every race was refused, so that one at a time would have done better.")


def _confirmed(first: Outcome, others: Sequence[Outcome]) -> None:
    again = [one for one in others if one.surplus]
    if not again:
        raise Inconclusive(
            f"At {first.tee_time.time} on {first.tee_time.play_date} {first.surplus} places too many were given away,"
            " which did not happen again. Somebody else may have given places back meanwhile."
        )
    last = again[-1]
    taken = sum(one.racer.places for one in last.accepted)
    told = [one.answer.index for one in last.accepted if one.answer]
    raise Violation(
        f"at most the {last.tee_time.places} places shown are given away to {len(last.finishes)} parallel requests",
        f"{taken} were, by {len(last.accepted)} accepted requests (exchanges {told}), in {1 + len(again)} races",
        told[-1],
    )
