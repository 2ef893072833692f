"""What the judges of `teesheet proxy` find in the traffic of the suite: on mutants, and on conforming targets.

The exchanges of a run pass the judges in the order and with the overlaps that the run recorded. Nothing is sent twice.
"""

from __future__ import annotations

import heapq
import json
import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from conformance.evidence.exchanges import Exchange, Request, Response
from conformance.proxy.findings import Weight
from conformance.proxy.passed import Message, Passed
from conformance.proxy.watcher import Watcher
from conformance.recordings.har_reading import read_archive
from conformance.recordings.masking import SHOWN_API_KEY, SHOWN_SECOND_API_KEY
from conformance.target.target import Placement, Target
from conformance.watching.callers import Callers
from conformance.watching.contract_judge import ContractJudge
from openapi.bundler import contract
from tests.conforming.tools.draws import Draw, run_on
from tests.mutants import MUTANTS
from tests.mutants.tools.bench import Bench

PASSING_FILE = Path(__file__).with_name("passing.json")


@dataclass(frozen=True)
class Sighted:
    """One mutant: the requirements that the judges reported as violated while the suite decided the broken one, those
    they only warned of, and those they only suspected. *seconds* is the length of the run.
    """

    mutant: str
    reported: tuple[str, ...]
    warned: tuple[str, ...]
    suspected: tuple[str, ...] = ()
    seconds: float = 0.0

    def in_words(self) -> str:
        """The result for a terminal."""
        return f"{self.seconds:5.1f} s  {_in_words(self.reported, self.warned, self.suspected)}"


@dataclass(frozen=True)
class Quiet:
    """One conforming target: how many exchanges passed, and what the judges reported, warned of and suspected."""

    seed: int
    exchanges: int
    reported: tuple[str, ...]
    warned: tuple[str, ...]
    suspected: tuple[str, ...] = ()
    seconds: float = 0.0

    def in_words(self) -> str:
        """The result for a terminal."""
        found = _in_words(self.reported, self.warned, self.suspected)
        return f"{self.seconds:5.1f} s  {self.exchanges} exchanges, {found}"


def _in_words(reported: Sequence[str], warned: Sequence[str], suspected: Sequence[str]) -> str:
    named = (("reported", reported), ("warned of", warned), ("suspected", suspected))
    return "; ".join(f"{word} {' '.join(rows)}" for word, rows in named if rows) or "nothing found"


@dataclass(frozen=True)
class Passing:
    """All that was measured on one day, on a *machine*, with this number of mutants *at_once*. 0 when that is not
    known.

    *day_of_draws* is the day of the conforming targets if it was another. *known* is how many mutants there were.
    """

    day: str
    mutants: tuple[Sighted, ...]
    draws: tuple[Quiet, ...]
    machine: str = ""
    at_once: int = 0
    day_of_draws: str = ""
    known: int = 0


def watched(exchanges: Sequence[Exchange], target: Target) -> Watcher:
    """The judges after all *exchanges* with *target* passed, in the order in which they ended."""
    callers = Callers(target.wire.key_header, (SHOWN_API_KEY, SHOWN_SECOND_API_KEY))
    watcher = Watcher(
        "http://target", "", [_judge(target.hold_id)], callers, target.budgets.visibility_seconds, target.hold_id
    )
    for passed in in_order_of_ends(exchanges):
        watcher.take(passed)
    watcher.finish()
    return watcher


@cache
def _judge(hold_id: Placement | None) -> ContractJudge:
    return ContractJudge("the contract", contract(), hold_id)


def in_order_of_ends(exchanges: Sequence[Exchange]) -> list[Passed]:
    """Recorded exchanges as they would pass the proxy."""
    ended = sorted((_passed(exchange) for exchange in exchanges), key=lambda passed: passed.ended)
    begun = [(passed.started, passed.ended) for passed in ended]
    heapq.heapify(begun)
    found = []
    for passed in ended:
        while begun and begun[0][1] <= passed.ended:
            heapq.heappop(begun)
        settled = min(passed.ended, begun[0][0]) if begun else passed.ended
        found.append(Passed(**{**vars(passed), "settled": settled}))
    return found


def _passed(exchange: Exchange) -> Passed:
    started = exchange.started_at.timestamp()
    ended = started + exchange.elapsed_ms / 1000
    answer = _answer(exchange.response) if exchange.response else None
    return Passed(
        exchange.index,
        exchange.started_at,
        started,
        ended,
        ended,
        _request(exchange.request),
        answer,
        failure=exchange.failure,
    )


def _request(request: Request) -> Message:
    target = f"/{request.url.partition('://')[2].partition('/')[2]}"
    content = request.content or b""
    # The base address is before the path of the interface.
    place = target.find(request.path)
    return Message((request.method, target[max(place, 0) :], "HTTP/1.1"), request.headers, content, len(content))


def _answer(response: Response) -> Message:
    # A recording holds decoded bodies.
    headers = tuple(pair for pair in response.headers if pair[0].lower() != "content-encoding")
    return Message(("HTTP/1.1", str(response.status), ""), headers, response.content, len(response.content))


def rows_of(watcher: Watcher, weight: Weight) -> tuple[str, ...]:
    """The requirements, and places in the contract, with a finding of this *weight*."""
    return tuple(sorted({finding.first.row for finding in watcher.findings if finding.first.weight is weight}))


def sighted(ready: Bench, name: str) -> Sighted:
    """What the judges report while the suite decides the row that the mutant breaks."""
    began = time.monotonic()
    ready.verdicts(name, "--only", MUTANTS[name].requirement)
    return replace(recorded(ready.folder, name), seconds=_seconds_since(began))


def recorded(folder: Path, name: str) -> Sighted:
    """What the judges report about the run on a mutant that left its report in *folder*. Its length is not known."""
    archive = read_archive(folder / name / "exchanges.har")
    assert archive.record is not None
    return Sighted(name, *_rows(watched(archive.exchanges, archive.record.facts.target)))


def quiet(sandbox: str, drawn: Draw, target_file: str, rows: tuple[str, ...]) -> Quiet:
    """What the judges report about a conforming target while the suite decides *rows*."""
    began = time.monotonic()
    result = run_on(drawn, sandbox, target_file, rows)
    assert result.record is not None
    watcher = watched(result.exchanges, result.record.facts.target)
    return Quiet(drawn.seed, len(result.exchanges), *_rows(watcher), _seconds_since(began))


def _rows(watcher: Watcher) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The rows that the judges reported, warned of, and suspected."""
    return (
        rows_of(watcher, Weight.violated),
        rows_of(watcher, Weight.warning),
        rows_of(watcher, Weight.suspected),
    )


def _seconds_since(began: float) -> float:
    return round(time.monotonic() - began, 1)


def sample_of(count: int) -> list[str]:
    """*count* mutants, drawn from a seed."""
    chance = random.Random("mutants for the proxy")  # noqa: S311 - repeatable on purpose
    return sorted(chance.sample(list(MUTANTS), min(count, len(MUTANTS))))


def save_passing(passing: Passing, file: Path = PASSING_FILE) -> None:
    """Keep the measurement, a mutant or a target on each line."""
    found = asdict(passing)
    lists = {name: found[name] for name in ("mutants", "draws")}
    body = ",\n".join(
        f'"{name}": [\n' + ",\n".join(json.dumps(item) for item in items) + "\n]" for name, items in lists.items()
    )
    head = ",\n".join(
        f'"{name}": {json.dumps(found[name])}' for name in ("day", "machine", "at_once", "day_of_draws", "known")
    )
    file.write_text(f"{{{head},\n{body}}}\n", encoding="utf-8")


def load_passing(file: Path = PASSING_FILE) -> Passing:
    """The last measurement."""
    found = json.loads(file.read_text(encoding="utf-8"))
    return Passing(
        found["day"],
        tuple(map(sighted_from, found["mutants"])),
        tuple(map(quiet_from, found["draws"])),
        found.get("machine", ""),
        found.get("at_once", 0),
        found.get("day_of_draws", ""),
        found["known"],
    )


def sighted_from(found: Mapping[str, Any]) -> Sighted:
    """The mutant in *found*, as JSON holds it."""
    return Sighted(**_tuples(found))


def quiet_from(found: Mapping[str, Any]) -> Quiet:
    """The conforming target in *found*, as JSON holds it."""
    return Quiet(**_tuples(found))


def _tuples(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}
