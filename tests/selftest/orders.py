"""The orders in which runs drop cases of checks: those go first without which a run still finds nearly all faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from conformance.evidence.exchanges import Role
from conformance.footprint.measured import Measurements
from conformance.running.fewer_cases import Savings, check_of, dropped_cases, duties
from conformance.scope.selection import CheckMarks
from conformance.target.connection import WireSettings

_SEEDS_TOGETHER = range(1, 6)
# Each further case that finds a fault makes the fault easier to find without the others.
_SHARE_WITH_A_FURTHER_CASE = 0.3
# What a case that a run of another seed drops is worth, in faults that this case alone finds.
_SHARE_OF_OTHER_SEEDS = 0.5
# Checks that move the clock of a far target wait for each other, so their requests take more of the time of a run.
_WEIGHT_OF_REQUESTS_THAT_MOVE_THE_CLOCK = 2
# What a check is about: an operation (None for an unknown path), whether it must succeed or is asked in vain, the label
# of the agency, whether its key is sent, and, where it is asked in vain, the members of the body.
Asked = tuple[str | None, Role, str, bool, frozenset[str]]


@dataclass(frozen=True)
class Uses:
    """What the *checks* are good for: what each has *asked* about, the checks that decide a row on some target, for
    each decision, and the checks that find a fault, for each fault.
    """

    checks: Mapping[str, CheckMarks]
    asked: Mapping[str, frozenset[Asked]]
    decided_by: Collection[frozenset[str]]
    found_by: Collection[frozenset[str]]

    @cached_property
    def needed_for(self) -> Mapping[str, frozenset[object]]:
        """What each check must stay for if no other does: its duties, what it asks, and decisions."""
        needed: defaultdict[str, set[object]] = defaultdict(set)
        for name, marks in self.checks.items():
            needed[name].update(duties(name, marks), self.asked.get(name, ()))
        # Rules about all answers decide by themselves.
        for names in (names for names in frozenset(self.decided_by) if names <= self.checks.keys()):
            for name in names:
                needed[name].add(names)
        return {name: frozenset(needs) for name, needs in needed.items()}

    def lost(self, dropped: Set[str]) -> int:
        """How many faults no check finds when these are *dropped*."""
        return sum(names <= dropped for names in self.found_by)


def orders_in_turn(uses: Uses, measured: Measurements) -> Iterator[Mapping[str, int]]:
    """An order of dropping for each of successive seeds. A usual run with one of them tends to keep what runs with the
    orders before it drop.
    """
    dropped = Counter[str]()
    for _ in _SEEDS_TOGETHER:
        order = dispensable_cases(uses, measured, dropped)
        yield order
        dropped.update(dropped_by_a_usual_run(uses.checks, measured, tuple(order)))


def dropped_by_a_usual_run(
    checks: Mapping[str, CheckMarks], measured: Measurements, order: Sequence[str]
) -> frozenset[str]:
    """The cases that a usual run drops in this *order*."""
    return dropped_cases(checks, measured, measured.generated.usual, WireSettings().planned_requests, order)


def dispensable_cases(uses: Uses, measured: Measurements, missed: Mapping[str, int]) -> Mapping[str, int]:
    """The cases that may be dropped, in the order of dropping, and how many faults no check finds any longer. *missed*
    is how many runs of other seeds drop a case.

    Each step drops a case, or all cases that still need some fixture. The step that loses least for each request that
    it saves comes next. For each check, one fault counts that nobody knows, and that all cases of the check find. Of
    the checks that decide a row, on whatever target, at least one is never dropped. What the dropped cases are about,
    other cases are about too.
    """
    dropping = _Dropping(uses, measured, missed)
    while steps := list(dropping.steps()):
        dropping.drop(min(steps, key=dropping.loss))
    return dropping.order


class _Dropping:
    """What is dropped already, in its *order*, and what can be dropped next. A step is a set of cases."""

    def __init__(self, uses: Uses, measured: Measurements, missed: Mapping[str, int]) -> None:
        self.order: dict[str, int] = {}
        self._uses = uses
        self._missed = missed
        self._savings = Savings(uses.checks, measured)
        self._stay = Counter(need for name in uses.checks for need in uses.needed_for[name])
        # For each fault, the cases that find it. The known faults come first, then an unknown one for each check.
        self._finders = [set(names) for names in (*uses.found_by, *_grouped(uses.checks, check_of))]
        self._found_by = defaultdict[str, list[int]](list)
        for fault, names in enumerate(self._finders):
            for name in names:
                self._found_by[name].append(fault)
        users = defaultdict[str, set[str]](set)
        for name in uses.checks:
            for fixture in measured.needs.get(name, ()):
                users[fixture].add(name)
        self._steps = {*(frozenset([name]) for name in uses.checks), *map(frozenset, users.values())}

    def steps(self) -> Sequence[frozenset[str]]:
        """The steps that are possible now and save something."""
        self._steps = {left for step in self._steps if (left := step.difference(self.order)) and self._may_go(left)}
        return [step for step in self._steps if self._savings.of(step)]

    def _may_go(self, step: frozenset[str]) -> bool:
        if not step <= self._uses.asked.keys():
            return False
        done = Counter(need for name in step for need in self._uses.needed_for[name])
        return all(self._stay[need] > count for need, count in done.items())

    def loss(self, step: frozenset[str]) -> tuple[float, int, Sequence[str]]:
        """The sort key of a step: what it loses for each request that it saves, and then what it saves."""
        lost = _SHARE_OF_OTHER_SEEDS * sum(self._missed.get(name, 0) for name in step)
        for fault, gone in Counter(fault for name in step for fault in self._found_by[name]).items():
            left = len(self._finders[fault])
            lost += sum(_SHARE_WITH_A_FURTHER_CASE ** (left - further) for further in range(1, gone + 1))
        moves_clock = any(self._uses.checks[name].moves_clock_minutes for name in step)
        saved = self._savings.of(step) * (_WEIGHT_OF_REQUESTS_THAT_MOVE_THE_CLOCK if moves_clock else 1)
        return lost / saved, -saved, sorted(step)

    def drop(self, step: frozenset[str]) -> None:
        """Drop the cases of *step*."""
        self._savings.drop(step)
        for name in sorted(step):
            self._stay.subtract(self._uses.needed_for[name])
            for fault in self._found_by[name]:
                self._finders[fault].discard(name)
            self.order[name] = sum(not names for names in self._finders[: len(self._uses.found_by)])


def _grouped(names: Iterable[str], key: Callable[[str], str]) -> Collection[set[str]]:
    """The *names* in groups of one *key*."""
    groups = defaultdict[str, set[str]](set)
    for name in names:
        groups[key(name)].add(name)
    return groups.values()
