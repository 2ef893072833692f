"""Which conditions the failures of a run have in common, and nothing else has. Pure.

Chance lets a request or a delivery fail now and then. It does not pick all that share a condition and spare the others.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from conformance.conditions.model import Case

Conditions = tuple[tuple[str, str], ...]

_FEWEST_FAILED, _FEWEST_OTHERS = 3, 10


def shared_by_failures(
    cases: Sequence[Case], failed: Sequence[Case], least_percent: int = 100, most_others_percent: int = 5
) -> Conditions:
    """The one or two conditions of most of the *failed* cases under which all *cases*, or at least *least_percent* of
    them, failed: at least three, while at most *most_others_percent* of at least ten others did. Empty without such
    conditions. *cases* contain the failed ones.
    """
    total, bad = (Counter(part for case in group for part in _parts(case)) for group in (cases, failed))
    whole = [
        part for part, count in bad.items() if count >= _FEWEST_FAILED and count * 100 >= least_percent * total[part]
    ]
    found = max(whole, key=lambda part: (bad[part], -len(part)), default=())
    others, failed_too = len(cases) - total[found], len(failed) - bad[found]
    is_rare = others >= _FEWEST_OTHERS and failed_too * 100 <= most_others_percent * others
    return found if is_rare else ()


def _parts(case: Case) -> Iterator[Conditions]:
    for size in (1, 2):
        yield from combinations(sorted(case.items()), size)


def in_words(conditions: Conditions) -> str:
    """The *conditions*, for a message: `way: from a hook`."""
    return ", ".join(f"{name}: {value}" for name, value in conditions)
