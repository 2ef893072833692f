"""Plain mutants that show only under one or two circumstances: at the second agency, at nine holes in summer.

Somebody who writes faults by hand thinks of some circumstances. Here each plain mutant meets each circumstance that
matters to its operations. A run can meet several of these faults at once, when they have no operation in common.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from tests.mutants import MUTANTS
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.circumstances import LISTS, OF_OPERATIONS, VALUES, Facts, World
from tests.mutants.tools.registry import Mutant
from tests.mutants.tools.shown import SHOWN, noting_what_is_sent, shows

_IN_A_BATCH = 7


@dataclass(frozen=True)
class Narrowed:
    """The *mutant* of this name where these *circumstances* have these *values*, in the same order."""

    mutant: str
    circumstances: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name where it is counted."""
        told = zip(self.circumstances, self.values, strict=True)
        return ", ".join([self.mutant, *(f"{circumstance}: {value}" for circumstance, value in told)])

    @property
    def wide(self) -> Mutant:
        """The mutant that shows always."""
        return MUTANTS[self.mutant]

    def meets(self, call: Call, facts: Facts) -> bool:
        """Whether the fault shows in the answer to *call* under these *facts*."""
        is_list = len(self.wide.operations) > 1 and call.operation in LISTS
        return self.wide.touches(call) and (is_list or tuple(map(facts.get, self.circumstances)) == self.values)


def every_narrowed(together: int = 1) -> Sequence[Narrowed]:
    """Each plain mutant with all values of so many circumstances *together*, which matter to all of its operations."""
    plain = [mutant for mutant in MUTANTS.values() if mutant.hidden is None and mutant.operations]
    return [
        Narrowed(mutant.name, circumstances, values)
        for mutant in plain
        for circumstances in combinations(_circumstances_of(mutant), together)
        for values in product(*(VALUES[circumstance] for circumstance in circumstances))
    ]


def _circumstances_of(mutant: Mutant) -> Sequence[str]:
    of_each = [OF_OPERATIONS.get(operation, ()) for operation in _telling(mutant)]
    return [circumstance for circumstance in VALUES if all(circumstance in names for names in of_each)]


def _telling(mutant: Mutant) -> frozenset[str]:
    """The operations of *mutant* whose circumstances count. A list shows what other calls made."""
    return mutant.operations - LISTS or mutant.operations


def batches(count: int, seed: int, together: int = 1) -> Mapping[str, Sequence[Narrowed]]:
    """*count* batches by their names at the proxy: up to seven faults each, which break seven rows and share no
    operation. Each needs so many circumstances *together*; all of these have the same chance, and no mutant comes
    twice. All follows from *seed*.
    """
    left, found = _drawn(seed, together), dict[str, Sequence[Narrowed]]()
    for number in range(1, count + 1):
        batch: list[Narrowed] = []
        for narrowed in left:
            if len(batch) < _IN_A_BATCH and not any(_collide(narrowed, other) for other in batch):
                batch.append(narrowed)
        left = [narrowed for narrowed in left if narrowed not in batch]
        found[f"narrowed-{together}-{seed}-{number}"] = batch
    return {name: batch for name, batch in found.items() if batch}


def _drawn(seed: int, together: int) -> list[Narrowed]:
    """Each plain mutant once. The values of circumstances take turns."""
    chance = random.Random(seed)  # noqa: S311 - repeatable on purpose
    by_values = defaultdict[object, list[Narrowed]](list)
    for narrowed in every_narrowed(together):
        by_values[narrowed.circumstances, narrowed.values].append(narrowed)
    groups = list(by_values.values())
    chance.shuffle(groups)
    found: dict[str, Narrowed] = {}
    while any(groups):
        for group in groups:
            group[:] = [narrowed for narrowed in group if narrowed.mutant not in found]
            if group:
                narrowed = chance.choice(group)
                found[narrowed.mutant] = narrowed
    return list(found.values())


def _collide(narrowed: Narrowed, other: Narrowed) -> bool:
    wide, beside = narrowed.wide, other.wide
    return wide.requirement == beside.requirement or bool(wide.operations & beside.operations)


def planted(batches: Mapping[str, Sequence[Narrowed]]) -> Mapping[str, Mutant]:
    """The table for the proxy. Each fault is counted under its own name when it shows."""
    return {name: _plant(name, batch) for name, batch in batches.items()}


def _plant(name: str, batch: Sequence[Narrowed]) -> Mutant:
    worlds = defaultdict[str, World](World)
    memories = defaultdict[tuple[str, str], dict[str, Any]](dict)

    async def handle(call: Call) -> Answer:
        world = worlds[call.api_key.rpartition("_")[0]]
        facts = await world.facts(call)
        met = next((narrowed for narrowed in batch if narrowed.meets(call, facts)), None)
        if met is None:
            answer = await call.forward()
        else:
            answer = await _with_its_fault(met, replace(call, memory=memories[met.name, call.api_key]))
        world.learn(call, facts, answer)
        return answer

    return Mutant(name, "; ".join(narrowed.name for narrowed in batch), frozenset(), handle)


async def _with_its_fault(met: Narrowed, call: Call) -> Answer:
    with noting_what_is_sent() as asked:
        answer = await met.wide.handle(call)
    SHOWN[met.name] += shows(call, answer, asked)
    return answer
