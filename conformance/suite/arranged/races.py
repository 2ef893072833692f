"""Requests that start at the same moment, at a tee time that nothing else in this run touches.

Knows how to race and how to count; the checks judge the outcome.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial, wraps
from itertools import pairwise
from typing import Any, ParamSpec

from conformance.asking.oracles import part
from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Advisory, AnswerLost, Inconclusive, Judgement, Untested, Violation
from conformance.recordings.moments import as_racer, monotonic, racer_name
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.histories import Step, surplus
from conformance.wire.starting_line import StartingLine, starting_at

P = ParamSpec("P")

MOST_AT_ONCE = 12
# Races of several lanes would take each other's slots.
_ONE_RACE = threading.Lock()
_TWICE = 2
_MOST_RACES_IN_VAIN = 2
_NO_SUCH_OPERATION = frozenset({404, 405, 501})
REFUSED_WHOLE = "The target refused every parallel request, although all places stayed free."
SOMEBODY_ELSE_WAS_FASTER = (
    "The target refused every parallel request, and fewer places are free than before: somebody else took places."
)


class NothingRaced(Untested):
    """The requests of a race went one after the other."""


def until_something_races(check: Callable[P, None]) -> Callable[P, None]:
    """*check*, which begins again where nothing raced, up to two times: the machine may have been busy."""

    @wraps(check)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        for _ in range(_MOST_RACES_IN_VAIN):
            with suppress(NothingRaced):
                check(*arguments, **named)
                return
        check(*arguments, **named)

    return run


@dataclass(frozen=True)
class Racer:
    """One request of a race: how many *places* it asks for (below 0: gives back), and how it is sent."""

    places: int
    send: Callable[[], Answer]


@dataclass(frozen=True)
class Finish:
    """How a racer came in: its answer, None where none came, and the times of the request on one clock. *lost* says
    that its answer was lost on the way.
    """

    racer: Racer
    answer: Answer | None
    started: float
    ended: float
    lost: AnswerLost | None = None

    @property
    def is_accepted(self) -> bool:
        """Whether the answer is a 2xx."""
        return self.answer is not None and self.answer.is_success

    @property
    def step(self) -> Step:
        """The request as a step of a history."""
        return Step(self.racer.places, self.started, self.ended)


def race(racers: Sequence[Racer]) -> list[Finish]:
    """All *racers* sent at the same moment, at most twelve, and how they came in, in their order: some perhaps without
    an answer.

    Raises `AnswerLost` when all are in and the answer of one was lost: nobody knows what that request did.
    """
    if len(racers) > MOST_AT_ONCE:
        raise ValueError(f"A race has at most {MOST_AT_ONCE} requests, not {len(racers)}.")
    line = StartingLine(len(racers))
    runs = [as_racer(racer_name(place), partial(_run, racer, line)) for place, racer in enumerate(racers, start=1)]
    with _ONE_RACE, ThreadPoolExecutor(len(racers)) as threads:
        finishes = [started.result() for started in [threads.submit(run) for run in runs]]
    for finish in finishes:
        if finish.lost is not None:
            raise finish.lost
    return finishes


def race_together(racers: Sequence[Racer]) -> list[Finish]:
    """As `race`, with at least two under way at the same time. Raises `NothingRaced` otherwise: that is not a race."""
    finishes = race(racers)
    times = sorted(span for finish in finishes if finish.answer for span in _spans(finish.answer))
    if len(times) > 1 and all(ended <= started for (_, ended), (started, _) in pairwise(times)):
        raise NothingRaced(
            "No two of the parallel requests were under way at the same time, so nothing raced:"
            " a higher --rate lets them meet."
        )
    return finishes


def _spans(answer: Answer) -> Iterator[tuple[datetime, datetime]]:
    """From when to when the request was under way, without the wait for its turn; nothing where nobody measured."""
    if answer.response.seconds is not None:
        yield answer.started_at, answer.started_at + timedelta(seconds=answer.response.seconds)


def _run(racer: Racer, line: StartingLine) -> Finish:
    started = monotonic()
    answer, lost = None, None
    try:
        with starting_at(line):
            answer = racer.send()
    except AnswerLost as loss:
        lost = loss
    except Judgement:
        answer = None
    return Finish(racer, answer, started, monotonic(), lost)


def answered(finish: Finish) -> Answer:
    """The answer to a request of a race. Raises `Inconclusive` when none came."""
    if finish.answer is None:
        raise Inconclusive("A request that was sent together with others got no answer.")
    return finish.answer


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


def try_whether_older_hold_gives_way(desk: BookingDesk, tee_times: TeeTimeFinder) -> bool:
    """Holds all places twice, one hold after the other. Returns whether only the newer hold can be booked.

    Raises `Inconclusive` when not even one hold is taken, because somebody else is faster.
    """
    at, first = _hold_whole(desk, tee_times)
    second = desk.hold(at, at.places)
    if not second.is_success:
        second.mark(Role.attempt)
        return False
    holds = (first, second)
    ids = [part(hold.body, "holdId", judge=False) for hold in holds]
    older, newer = (desk.complete(hold_id, at, at.places) for hold_id in ids)
    for answer in (older, newer):
        if not answer.is_success:
            answer.mark(Role.attempt)
    return newer.is_success and not older.is_success


def _hold_whole(desk: BookingDesk, tee_times: TeeTimeFinder) -> tuple[OfferedTeeTime, Answer]:
    """Holds all places of a tee time. Returns the tee time and the answer to the hold."""
    for _ in range(3):
        at = empty_tee_time(tee_times)
        answer = desk.hold(at, at.places)
        if answer.is_success:
            return at, answer
        answer.mark(Role.attempt)
    raise Inconclusive("The run could not hold all places of a tee time, so a newer hold may replace an older hold.")


def holding(desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> Racer:
    """A racer that holds."""
    return Racer(players, lambda: desk.hold(tee_time, players))


def cancelling(desk: BookingDesk, answer: Answer, players: int) -> Racer:
    """A racer that cancels the booking that *answer* confirms for this number of *players*."""
    booking_id = str(part(answer.body, "data.id", judge=False))
    return Racer(-players, lambda: desk.cancel(booking_id))


@dataclass(frozen=True)
class RaceOutcome:
    """One race at *tee_time*: every finish, and how many places too many were given away. *free_after* asks how many
    places are free there now.
    """

    tee_time: OfferedTeeTime
    finishes: Sequence[Finish]
    free_after: Callable[[], int]

    @property
    def accepted(self) -> list[Finish]:
        """The accepted finishes, each hold and booking once: a target may answer a repetition with the first."""
        return list({_identity(finish): finish for finish in self.finishes if finish.is_accepted}.values())

    @property
    def surplus(self) -> int:
        """Places given away beyond the places that the tee time showed first."""
        return surplus([finish.step for finish in self.accepted], self.tee_time.places)

    @property
    def surplus_beside_one_hold(self) -> int:
        """The same, where of all holds only the smallest counts: a newer hold may take the place of an older hold."""
        holds = [finish for finish in self.accepted if _hold_id(finish) is not None]
        kept = min(holds, key=lambda hold: hold.racer.places, default=None)
        counted = [finish for finish in self.accepted if finish not in holds or finish is kept]
        return surplus([finish.step for finish in counted], self.tee_time.places)


def _identity(finish: Finish) -> object:
    """The id of the hold or booking, or a number of the request alone where the answer shows no id."""
    return _hold_id(finish) or _member(_member(_body(finish), "data"), "id") or id(finish)


def _hold_id(finish: Finish) -> Any:
    return _member(_body(finish), "holdId")


def _body(finish: Finish) -> Any:
    return finish.answer.body if finish.answer else None


def _member(value: Any, name: str) -> Any:
    return value.get(name) if isinstance(value, dict) else None


def require_never_oversold(run: Callable[[], RaceOutcome], replaces: Callable[[], bool] = lambda: False) -> None:
    """Raises `Violation` when races give away more places than their tee times showed.

    Somebody else may give places back while one race runs, but hardly during two: a surplus is a violation when the
    same race, run again elsewhere, shows one too. *replaces* finds out whether a hold takes the place of an older one
    of the same agency, which no document excludes: then only one of its holds in a race counts. A race whose
    requests are all refused although nobody takes the places is worth a warning when it happens twice: somebody else
    may have taken the places, and a target may show that late.
    """
    refused_whole: list[RaceOutcome] = []
    for _ in range(2):
        outcome = run()
        if outcome.surplus:
            return _require_no_further_surplus(outcome, run, replaces)
        if outcome.accepted:
            return None
        refused_whole += [outcome] if outcome.free_after() >= outcome.tee_time.places else []
    if len(refused_whole) == _TWICE:
        raise _judgement_of_refusals(refused_whole[0].finishes)
    raise Inconclusive(SOMEBODY_ELSE_WAS_FASTER)


def _judgement_of_refusals(finishes: Sequence[Finish]) -> Judgement:
    """The judgement of races whose *finishes* are all refusals, although all places stayed free."""
    statuses = {finish.answer.status for finish in finishes if finish.answer}
    if statuses and statuses <= _NO_SUCH_OPERATION:
        shown = " and ".join(map(str, sorted(statuses)))
        return Untested(f"The target answered every parallel request with {shown}, as if it had no such operation.")
    return Advisory(REFUSED_WHOLE)


def _require_no_further_surplus(
    first: RaceOutcome, run: Callable[[], RaceOutcome], replaces: Callable[[], bool]
) -> None:
    """Raises `Violation` when one of two more races gives away too many places as the *first* race did."""
    if not first.surplus_beside_one_hold and replaces():
        return
    again = [outcome for outcome in (run() for _ in range(2)) if outcome.surplus]
    if not again:
        raise Inconclusive(
            f"The target gave away {first.surplus} places too many on {first.tee_time.where}."
            " Two more races did not show this. Somebody else may have given places back meanwhile."
        )
    last = again[-1]
    taken = sum(finish.racer.places for finish in last.accepted)
    seen = [finish.answer.index for finish in last.accepted if finish.answer]
    raise Violation(
        f"{len(last.finishes)} parallel requests get at most the {last.tee_time.places} places of the tee sheet",
        f"{len(last.accepted)} accepted requests got {taken} places on {last.tee_time.where}"
        f" ({1 + len(again)} of 3 races gave away too many)",
        seen,
    )
