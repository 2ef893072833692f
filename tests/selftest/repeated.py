"""Repeats runs with lanes on conforming targets: no row may fail, nor change its verdict while the seed is the same."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from pathlib import Path

from conformance.evidence.verdicts import Verdict
from tests.conforming.tools.draws import Draw, draw, run_on
from tests.forks import FORKS
from tests.mutants.tools.bench import Bench

# A strict target without any variation, a target with many variations and no delay, and a target with all the delays.
REPEATED_TARGETS: Mapping[str, Draw] = {"plain": Draw(1, ()), "odd": draw(85), "slow": draw(195)}

REPEATED_FILE = Path(__file__).with_name("repeated.json")

_ALARMS = (Verdict.fail, Verdict.serious, Verdict.broken)


@dataclass(frozen=True)
class Repetition:
    """One run on a target: the verdict of each row, the *faults* of the suite, and the *messages* about each row that
    is not decided or gives an alarm.
    """

    target: str
    verdicts: Mapping[str, str]
    faults: tuple[str, ...] = ()
    messages: Mapping[str, str] = field(default_factory=dict)


def repetitions(
    ready: Bench,
    times: int,
    lanes: int,
    only: tuple[str, ...] = (),
    workers: int = 1,
    *,
    other_seeds: bool = False,
) -> Iterator[Repetition]:
    """*times* runs with this number of *lanes* on each target, each in a world of its own, with the seed of the target
    or with *other seeds*: 1, 2 and so on. *workers* processes make them, and their runs come as they end.
    """
    with ProcessPoolExecutor(workers, mp_context=FORKS) as pool:
        runs = product(range(1, times + 1), REPEATED_TARGETS)
        started = [pool.submit(_repetition, ready, name, number, lanes, only, other_seeds) for number, name in runs]
        for ended in as_completed(started):
            yield ended.result()


def _repetition(
    ready: Bench, name: str, number: int, lanes: int, only: tuple[str, ...], other_seeds: bool
) -> Repetition:
    target_file = (ready.folder / "target.toml").read_text(encoding="utf-8")
    world, target = f"repeated-{name}-{number}", REPEATED_TARGETS[name]
    drawn = replace(target, seed=number) if other_seeds else target
    result = run_on(drawn, ready.sandbox, target_file, only, world=world, lanes=lanes)
    verdicts = {row.row.id: row.verdict.value for row in result.rows if row.selected}
    telling = (*_ALARMS, Verdict.warn, Verdict.inconclusive, Verdict.untested)
    messages = {row.row.id: row.message for row in result.rows if row.selected and row.verdict in telling}
    return Repetition(name, verdicts, tuple(result.faults), messages)


def flaws(runs: Sequence[Repetition], *, other_seeds: bool = False) -> list[str]:
    """A line for each fault of the suite, each row with an alarm, and each row whose verdict is not always the same.
    With *other seeds*, runs try other courses and days, so a row may be undecided in some of them.
    """
    found = [f"{run.target:6} {fault}" for run in runs for fault in run.faults]
    for (target, row), words in sorted(_verdicts(runs).items()):
        if set(words) & set(_ALARMS) or (len(set(words)) > 1 and not other_seeds):
            counted = ", ".join(f"{words.count(word)} {word}" for word in sorted(set(words)))
            found.append(f"{target:6} {row}: {counted}")
    return found


def _verdicts(runs: Sequence[Repetition]) -> Mapping[tuple[str, str], list[str]]:
    verdicts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for run in runs:
        for row, word in run.verdicts.items():
            verdicts[run.target, row].append(word)
    return verdicts


@dataclass(frozen=True)
class Repeated:
    """The outcome of repeated whole runs on all targets: how many *runs*, with one seed for each target or with *other
    seeds*, and the *flaws* in them.
    """

    other_seeds: bool
    day: str
    machine: str
    lanes: int
    runs: int
    flaws: Sequence[str]


def outcome(runs: Sequence[Repetition], lanes: int, day: str, machine: str, *, other_seeds: bool) -> Repeated:
    """The outcome of these *runs* with so many *lanes*."""
    return Repeated(other_seeds, day, machine, lanes, len(runs), flaws(runs, other_seeds=other_seeds))


def save_repeated(repeated: Repeated) -> None:
    """Keeps the outcome for the page, in the place of the outcome of the same kind."""
    others = [kept for kept in load_repeated() if kept.other_seeds is not repeated.other_seeds]
    kept = sorted([*others, repeated], key=lambda found: found.other_seeds)
    REPEATED_FILE.write_text(json.dumps([*map(asdict, kept)], indent=1) + "\n", encoding="utf-8")


def load_repeated() -> Sequence[Repeated]:
    """The outcomes that are kept: with the same seeds, and with other seeds."""
    return [Repeated(**kept) for kept in json.loads(REPEATED_FILE.read_text(encoding="utf-8"))]


def repeated_section(repeated: Sequence[Repeated]) -> str:
    """The section of the page about repeated runs."""
    same, other = repeated
    odd = len(REPEATED_TARGETS["odd"].variations)
    return f"""## The same run again

`python -m tests.selftest repeated` repeats whole runs on three conforming targets: one without any variation, one that
has {odd} variations and on which others book now and then, and one that shows changes late and on which others book
often. A verdict should be the same each time, and must never be a failure. On {same.day} we made {same.runs}
runs with {same.lanes} lanes ({same.machine}). These rows failed, or had another verdict in some runs:

{_lines_of(same)}

Another seed tries other courses and days, so a row may be undecided with one seed and not with another, but it must not
fail. On {other.day}, `python -m tests.selftest repeated --other-seeds` made {other.runs} runs with {other.lanes} lanes,
each with a seed that no other run on its target had. These rows failed:

{_lines_of(other)}
"""


def _lines_of(repeated: Repeated) -> str:
    return "\n".join(f"- {flaw}" for flaw in repeated.flaws) or "None."
