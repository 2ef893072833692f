"""Which cases of its checks a run drops, because its limit of requests is too small for all of them.

A check has several cases where it tries its rows with other party sizes, bodies or states. Each case by itself decides
the rows. So a run with few requests drops cases, instead of ending before its last rows.
"""

import random
from collections import defaultdict
from collections.abc import Mapping

from conformance.footprint.measured import Footprint, Measurements
from conformance.scope.selection import CheckMarks

# Runs differ, because each seed draws other courses and days.
HEADROOM_PERCENT = 10


def dropped_cases(
    checks: Mapping[str, CheckMarks],
    measured: Measurements,
    generated: Footprint,
    most_requests: int,
    chance: random.Random,
) -> frozenset[str]:
    """The names of the *checks* that a run drops, so that *most_requests* are enough for the others and for *generated*
    traffic. At least half of the cases of each check stay, and *chance* chooses them.
    """
    expected = measured.expected(checks).with_clean_up.requests * (100 + HEADROOM_PERCENT) // 100
    surplus = expected + generated.with_clean_up.requests - most_requests
    dropped = set()
    for name in _dispensable(checks, measured, chance):
        if surplus <= 0:
            break
        dropped.add(name)
        surplus -= measured.of(name).usual.with_clean_up.requests
    return frozenset(dropped)


def _dispensable(checks: Mapping[str, CheckMarks], measured: Measurements, chance: random.Random) -> list[str]:
    """Of each check, half of its cases that send requests and decide the same rows, all in random order."""
    cases: defaultdict[tuple[str, CheckMarks], list[str]] = defaultdict(list)
    for name, marks in checks.items():
        if marks.verifies and measured.of(name).usual.requests:
            cases[name.partition("[")[0], marks].append(name)
    found = [name for names in cases.values() for name in chance.sample(names, len(names) // 2)]
    chance.shuffle(found)
    return found
