"""Divides generated traffic into parts, one for each lane. Pure.

Operations do not depend on each other: each changes other objects. So a part sends the requests of some operations, or
some of the programs that follow links. What a part sends does not depend on the other parts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

# Programs get at least this share of the requests, when the operations could use all of them.
_LEAST_FOR_PROGRAMS = Fraction(1, 5)
# The first programs of an engine are simple, so an engine with few programs finds little.
_FEWEST_PROGRAMS = 4
_CREATED_BY_PROGRAMS = Fraction(1, 4)


@dataclass(frozen=True)
class OperationShare:
    """The number of requests for each operation in each phase, and the number of programs that follow links, with the
    number of their steps. A phase with 0 does not take place.
    """

    examples: int
    coverage: int
    fuzzing: int
    programs: int
    steps: int

    @property
    def of_an_operation(self) -> int:
        """The most requests for one operation, without the requests of programs."""
        return self.examples + self.coverage + self.fuzzing

    @property
    def of_programs(self) -> int:
        """The most requests of all programs."""
        return self.programs * self.steps


@dataclass(frozen=True)
class GeneratedPart:
    """One part by its *number*: it sends at most *requests* requests, to these *operations*.

    *creations* is its part of the objects that all parts may create.
    """

    number: int
    operations: frozenset[str]
    share: OperationShare
    requests: int
    creations: Fraction = Fraction(1)


def divided(operations: Sequence[str], share: OperationShare, requests: int, lanes: int) -> Sequence[GeneratedPart]:
    """The parts for *lanes* lanes, which send at most *requests* requests together. A single lane has one part with all
    phases. Otherwise some lanes send the programs, about as many as the requests of the programs need.
    """
    if lanes == 1:
        return [GeneratedPart(0, frozenset(operations), share, requests)]
    of_operations = len(operations) * share.of_an_operation
    for_programs = max(requests - of_operations, int(requests * _LEAST_FOR_PROGRAMS))
    lanes_of_programs = _lanes_of_programs(share, min(for_programs, share.of_programs), requests, lanes)
    parts = [
        *_of_operations(operations, share, requests - for_programs, lanes - lanes_of_programs),
        *_of_programs(operations, share, for_programs, lanes_of_programs),
    ]
    return [replace(part, number=number) for number, part in enumerate(parts, start=1)]


def _lanes_of_programs(share: OperationShare, for_programs: int, requests: int, lanes: int) -> int:
    wanted = round(lanes * for_programs / requests)
    return max(1, min(wanted, share.programs // _FEWEST_PROGRAMS, lanes - 1))


def _of_operations(operations: Sequence[str], share: OperationShare, requests: int, lanes: int) -> list[GeneratedPart]:
    share, creations = replace(share, programs=0), 1 - _CREATED_BY_PROGRAMS
    dealt = [frozenset(operations[lane::lanes]) for lane in range(min(lanes, len(operations)))]
    return [GeneratedPart(0, some, share, requests * len(some) // len(operations), creations) for some in dealt]


def _of_programs(operations: Sequence[str], share: OperationShare, requests: int, lanes: int) -> list[GeneratedPart]:
    share = OperationShare(0, 0, 0, share.programs // lanes, share.steps)
    return [
        GeneratedPart(0, frozenset(operations), share, requests // lanes, _CREATED_BY_PROGRAMS / lanes)
        for _ in range(lanes)
    ]
