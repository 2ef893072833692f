"""Covering arrays: few cases in which every pair of values is met. Pure: a space and a seed give the same cases.

No library is used. Which combinations exist follows from tables of what a target offers, and the report needs the same
test of what is feasible as the generator: for each pair, whether any whole case has it.
"""

import random
from collections.abc import Collection, Sequence

from conformance.conditions.model import Case, Pair, Space, pairs_in

# The number of candidates that compete for each case. More candidates give hardly fewer cases.
_CANDIDATES = 6


def covering_array(space: Space, seed: str, met: Collection[Pair] = ()) -> Sequence[Case]:
    """Whole cases of *space* that together have each pair of `Space.pairs` that is not *met* already. The first cases
    have the most of these pairs.

    There are never more cases than pairs. Other seeds give other cases, which meet other triples of values.
    """
    source = random.Random(seed)  # noqa: S311 - repeatable on purpose
    missing = set(space.pairs.difference(met))
    cases = []
    while missing:
        candidates = [_candidate(space, missing, source) for _ in range(_CANDIDATES)]
        best = max(candidates, key=lambda case: len(missing.intersection(pairs_in(case, space.values))))
        missing.difference_update(pairs_in(best, space.values))
        cases.append(best)
    return cases


def _candidate(space: Space, missing: set[Pair], source: random.Random) -> Case:
    """A whole case that begins with a pair of *missing*, and takes for each condition the value that meets the most."""
    case = dict(source.choice(sorted(missing)))
    names = [name for name in space.values if name not in case]
    for name in source.sample(names, len(names)):
        values = source.sample(space.values[name], len(space.values[name]))
        values.sort(key=lambda value: -_gained(case, name, value, space, missing))
        case[name] = next(value for value in values if space.allows({**case, name: value}))
    return {name: case[name] for name in space.values}


def _gained(case: Case, name: str, value: str, space: Space, missing: set[Pair]) -> int:
    """How many of *missing* the *value* meets together with the values of *case*."""
    wider = {**case, name: value}
    return sum(1 for pair in pairs_in(wider, space.values) if (name, value) in pair and pair in missing)
