"""Repeats runs with lanes on conforming targets: a row must never fail, and never get another verdict than before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from conformance.evidence.verdicts import Verdict
from tests.conforming.tools.draws import Draw, draw, run_on
from tests.mutants.tools.bench import Bench

# A strict target without any variation, a target with many variations and no delay, and a target with all the delays.
REPEATED_TARGETS: Mapping[str, Draw] = {"plain": Draw(1, ()), "odd": draw(85), "slow": draw(195)}

_ALARMS = (Verdict.fail, Verdict.serious, Verdict.broken)


@dataclass(frozen=True)
class Repetition:
    """One run on a target: the verdict of each row, and the *faults* of the suite."""

    target: str
    verdicts: Mapping[str, str]
    faults: tuple[str, ...] = ()


def repetitions(ready: Bench, times: int, lanes: int, only: tuple[str, ...] = ()) -> Iterator[Repetition]:
    """*times* runs with this number of *lanes* on each target, each in a world of its own, with the seed of the
    target.
    """
    target_file = (ready.folder / "target.toml").read_text(encoding="utf-8")
    for number in range(1, times + 1):
        for name, drawn in REPEATED_TARGETS.items():
            result = run_on(drawn, ready.sandbox, target_file, only, world=f"repeated-{name}-{number}", lanes=lanes)
            verdicts = {row.row.id: row.verdict.value for row in result.rows if row.selected}
            yield Repetition(name, verdicts, tuple(result.faults))


def flaws(runs: Sequence[Repetition]) -> list[str]:
    """A line for each fault of the suite, each row with an alarm, and each row whose verdict is not always the same."""
    found = [f"{run.target:6} {fault}" for run in runs for fault in run.faults]
    for (target, row), words in sorted(_verdicts(runs).items()):
        if set(words) & set(_ALARMS) or len(set(words)) > 1:
            counted = ", ".join(f"{words.count(word)} {word}" for word in sorted(set(words)))
            found.append(f"{target:6} {row}: {counted}")
    return found


def _verdicts(runs: Sequence[Repetition]) -> Mapping[tuple[str, str], list[str]]:
    verdicts: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for run in runs:
        for row, word in run.verdicts.items():
            verdicts[run.target, row].append(word)
    return verdicts
