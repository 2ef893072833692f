"""What a family of questions depends on: conditions, their values, and the combinations that cannot exist. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

# The values of some conditions, by the names of the conditions.
Case = Mapping[str, str]

# Two conditions with a value each, in the order of the family.
Pair = tuple[tuple[str, str], tuple[str, str]]


@dataclass(frozen=True)
class Condition:
    """A condition by its *name*, with all its *values*.

    *of_course*: the courses of the target decide which values exist together. *single*: the courses have the values,
    and each has to be met once, but not together with each value of the other conditions. *optional* values are on
    offer only when a run meets them. Each has the reason why a run may not meet it.
    """

    name: str
    values: tuple[str, ...]
    of_course: bool = False
    single: bool = False
    optional: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Family:
    """One kind of question or life. *operations* are the operations whose exchanges belong to the family.

    *impossible* combinations cannot exist: each has some conditions with the values that exclude each other. *rows* are
    the requirements for which the family speaks, as ids or as beginnings of ids. *only_online*: offline courses do not
    belong to the family.
    """

    name: str
    operations: frozenset[str]
    conditions: tuple[Condition, ...]
    impossible: tuple[Mapping[str, tuple[str, ...]], ...] = ()
    rows: tuple[str, ...] = ()
    only_online: bool = False

    @cached_property
    def values(self) -> Mapping[str, tuple[str, ...]]:
        """The values of each condition that is met in pairs."""
        return {condition.name: condition.values for condition in self.conditions if not condition.single}

    @cached_property
    def of_course(self) -> frozenset[str]:
        """The conditions that the course decides and that are met in pairs."""
        return frozenset(
            condition.name for condition in self.conditions if condition.of_course and not condition.single
        )

    def speaks_for(self, row_id: str) -> bool:
        """Whether the questions of this family can show a violation of the row."""
        return row_id.startswith(self.rows)


@dataclass(frozen=True)
class Space:
    """The cases that can exist. *values* are by condition. *impossible* as in `Family`.

    Each of the *tables* lists all combinations of some conditions, such as the kinds of courses of a target. An empty
    table allows everything.
    """

    values: Mapping[str, tuple[str, ...]]
    impossible: Sequence[Mapping[str, tuple[str, ...]]] = ()
    tables: Sequence[Sequence[Case]] = ()

    def allows(self, case: Case) -> bool:
        """Whether a whole case exists that has the values of *case*."""
        return self._whole_case(case) is not None

    def _whole_case(self, case: Case) -> Case | None:
        """A whole case that has the values of *case*, None when none exists."""
        return next(self._completed(dict(case)), None) if self._breaks_no_rule(case) else None

    def _completed(self, case: dict[str, str]) -> Iterator[Case]:
        """The whole cases with the values of *case*, found one by one."""
        name = next((name for name in self.values if name not in case), None)
        if name is None:
            yield case
            return
        for value in self.values[name]:
            wider = {**case, name: value}
            if self._breaks_no_rule(wider):
                yield from self._completed(wider)

    def _breaks_no_rule(self, case: Case) -> bool:
        forbidden = any(all(case.get(name) in values for name, values in rule.items()) for rule in self.impossible)
        return not forbidden and all(any(_agree(case, line) for line in table) for table in self.tables if table)

    @cached_property
    def pairs(self) -> frozenset[Pair]:
        """All pairs that exist in some case. Each case that is found has many of them."""
        found: set[Pair] = set()
        for pair in self._all_pairs():
            case = None if pair in found else self._whole_case(dict(pair))
            found.update(pairs_in(case, self.values) if case else ())
        return frozenset(found)

    def _all_pairs(self) -> Iterator[Pair]:
        for first, second in combinations(self.values, 2):
            yield from (((first, a), (second, b)) for a in self.values[first] for b in self.values[second])


def _agree(case: Case, line: Case) -> bool:
    return all(case.get(name, value) == value for name, value in line.items())


def pairs_in(case: Case, order: Mapping[str, object]) -> Iterator[Pair]:
    """The pairs of *case*, with the conditions in the *order* of a space."""
    yield from combinations([(name, case[name]) for name in order if name in case], 2)
