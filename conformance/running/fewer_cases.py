"""Which cases of its checks a run drops, because it may not send the requests of all of them.

Several checks decide most rows, and a check has several cases where it tries its rows with other party sizes, bodies or
states. Each case by itself decides the rows. So a run with few requests drops cases, instead of ending before its last
rows.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import yaml

from conformance.footprint.measured import Footprint, Measurements
from conformance.scope.selection import CheckMarks

_FILE = Path(__file__).parents[1] / "footprint" / "dispensable.yaml"
# Each lane finds out some facts for itself, and runs differ, because each seed draws other courses and days.
_MORE_THAN_MEASURED_PERMILLE = 58
# No case goes for more generated requests than this share of the run, clean-up included.
_MOST_GENERATED_PERCENT = 14


class Savings:
    """What a run saves when it drops some of its *checks*: their own requests, and those of each fixture with the last
    check that needs it. All with their clean-up.
    """

    def __init__(self, checks: Iterable[str], measured: Measurements) -> None:
        self._measured = measured
        self._users = Counter(fixture for name in checks for fixture in measured.needs.get(name, ()))

    def of(self, dropped: Collection[str]) -> int:
        """How many requests the run saves when it drops these checks too."""
        users = Counter(fixture for name in dropped for fixture in self._measured.needs.get(name, ()))
        ended = [fixture for fixture, count in users.items() if count == self._users[fixture]]
        parts = [*map(self._measured.of, dropped), *map(self._measured.fixtures.__getitem__, ended)]
        return sum(part.usual.with_clean_up.requests for part in parts)

    def drop(self, dropped: Collection[str]) -> int:
        """As `of`. From now on these checks count as dropped."""
        saved = self.of(dropped)
        self._users.subtract(fixture for name in dropped for fixture in self._measured.needs.get(name, ()))
        return saved


def dropped_cases(
    checks: Mapping[str, CheckMarks],
    measured: Measurements,
    generated: Footprint,
    requests: int,
    dispensable: Sequence[str],
) -> frozenset[str]:
    """The names of the *checks* that a run drops, so that *requests* are enough for the others and for *generated*
    traffic, or most of it. They are the first of the *dispensable* cases. Each row keeps a case that decides it.
    """
    expected = measured.expected(checks).with_clean_up.requests * (1000 + _MORE_THAN_MEASURED_PERMILLE) // 1000
    reserved = min(generated.with_clean_up.requests, requests * _MOST_GENERATED_PERCENT // 100)
    surplus = expected + reserved - requests
    stay = Counter(duty for name, marks in checks.items() for duty in duties(name, marks))
    savings, dropped = Savings(checks, measured), set()
    for name in filter(checks.__contains__, dispensable):
        if surplus <= 0:
            break
        done = duties(name, checks[name])
        if all(stay[duty] > 1 for duty in done):
            stay.subtract(done)
            dropped.add(name)
            surplus -= savings.drop([name])
    return frozenset(dropped)


def duties(name: str, marks: CheckMarks) -> Sequence[object]:
    """What the last of several checks with a duty must stay for. A check with these *marks* has to decide each of its
    rows in its own manner: a race does not take the place of a check whose requests follow each other. How far it moves
    the clock is no manner. A step that decides no row has its duty in common with its other cases, which share its
    *name*.
    """
    manner = replace(marks, verifies=(), moves_clock_minutes=bool(marks.moves_clock_minutes))
    return [(row, manner) for row in marks.verifies] or [(check_of(name), manner)]


def check_of(name: str) -> str:
    """The check whose case has this *name*."""
    return name.partition("[")[0]


@cache
def load_orders() -> Sequence[Sequence[str]]:
    """The orders in which runs drop cases, the least useful first. Successive seeds take them in turn."""
    read = yaml.load(_FILE.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return tuple(map(tuple, read["orders"]))


def order_for(seed: int) -> Sequence[str]:
    """The order in which a run with this *seed* drops cases."""
    orders = load_orders()
    return orders[seed % len(orders)]
