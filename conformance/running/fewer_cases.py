"""Which cases of its checks a run drops, because it may not send the requests of all of them.

Several checks decide most rows, and a check has several cases where it tries its rows with other party sizes, bodies or
states. Each case by itself decides the rows. So a run with few requests drops cases, instead of ending before its last
rows.
"""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from conformance.footprint.measured import Footprint, Measurements
from conformance.scope.selection import CheckMarks

_FILE = Path(__file__).parents[1] / "footprint" / "dispensable.yaml"
# Each lane finds out some facts for itself, and runs differ, because each seed draws other courses and days.
_MORE_THAN_MEASURED_PERCENT = 4


def dropped_cases(
    checks: Mapping[str, CheckMarks],
    measured: Measurements,
    generated: Footprint,
    requests: int,
    dispensable: Sequence[str],
) -> frozenset[str]:
    """The names of the *checks* that a run drops, so that *requests* are enough for the others and for *generated*
    traffic. They are the first of the *dispensable* cases. Each row keeps a case that decides it.
    """
    expected = measured.expected(checks).with_clean_up.requests * (100 + _MORE_THAN_MEASURED_PERCENT) // 100
    surplus = expected + generated.with_clean_up.requests - requests
    stay = Counter(duty for name, marks in checks.items() for duty in duties(name, marks))
    dropped = set()
    for name in filter(checks.__contains__, dispensable):
        if surplus <= 0:
            break
        done = duties(name, checks[name])
        if all(stay[duty] > 1 for duty in done):
            stay.subtract(done)
            dropped.add(name)
            surplus -= measured.of(name).usual.with_clean_up.requests
    return frozenset(dropped)


def duties(name: str, marks: CheckMarks) -> Sequence[object]:
    """What the last of several checks with a duty must stay for: the rows that the check *name* with these *marks*
    decides. A step that decides none has a duty in common with its other cases.
    """
    return marks.verifies or (kind_of(name, marks),)


def kind_of(name: str, marks: CheckMarks) -> tuple[str, CheckMarks]:
    """What a check with this *name* has in common with its other cases that decide the same rows."""
    return name.partition("[")[0], marks


def taking_turns(
    dropped: Set[str], checks: Container[str], alike: Iterable[Sequence[str]], seed: int
) -> frozenset[str]:
    """As many of the *checks* as *dropped*. Of cases that are *alike*, each successive *seed* drops other ones, so that
    together they try all.
    """
    instead = set(dropped)
    for group in alike:
        names = [name for name in group if name in checks]
        start = seed % max(len(names), 1)
        count = len(dropped & set(names))
        instead.difference_update(names)
        instead.update((*names[start:], *names[:start])[:count])
    return frozenset(instead)


@dataclass(frozen=True)
class Dispensable:
    """The dispensable *cases*, the least useful first, and groups of cases that are *alike*: cases of one check that
    ask the same operations, for the same agencies. Each group begins with those that the order drops first.
    """

    cases: Sequence[str]
    alike: Sequence[Sequence[str]]


@cache
def load_dispensable() -> Dispensable:
    """What the package knows of dispensable cases."""
    read = yaml.load(_FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return Dispensable(tuple(read["cases"]), tuple(map(tuple, read["alike"])))
