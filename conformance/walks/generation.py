"""Draws programs with Hypothesis, from a seed alone: no answer of the target ever reaches this module.

The rules of the state machine only write their arguments down. Hypothesis leaves some rules out of each example, so
programs differ in their commands and not only in the order of commands. It shrinks and stores nothing, and looks into
no source file: a seed means the same programs however the suite is installed.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from conformance.walks.commands import FIRST, KINDS, Command, CommandNeed, Kind, Program, Theme, acting, kinds_of
from openapi.hypothesis_files import keeping_no_files
from openapi.hypothesis_seed import SEED_ALONE

STEPS = 8
# The first examples of Hypothesis are the simplest, and some programs have little to act on.
_DRAWN_FOR_EACH_USED = 15
_FEWEST_ACTING = 5
_FEWEST_KINDS = 3
# What became of older bookings shows in the list.
_AT_THE_END = Command("list_bookings", (0,))


def draw_programs(theme: Theme, has: frozenset[CommandNeed], count: int, seed_of_run: int) -> Sequence[Program]:
    """Up to *count* different programs of *theme*, each with several commands that find something to act on."""
    drawn: list[Program] = []
    machine = _machine(theme, has, drawn.append)
    with keeping_no_files():
        run_state_machine_as_test(seed(seed_of_run)(machine), settings=_settings(count * _DRAWN_FOR_EACH_USED))
    at_the_end = (_AT_THE_END,) if _AT_THE_END.name in kinds_of(theme, has) else ()
    return _most_different([acting((*program, *at_the_end)) for program in drawn if _is_useful(program)], count)


def _is_useful(program: Program) -> bool:
    commands = acting(program)
    return len(commands) >= _FEWEST_ACTING and len({command.name for command in commands}) >= _FEWEST_KINDS


def _most_different(programs: Sequence[Program], count: int) -> Sequence[Program]:
    """Up to *count* of *programs*. Each adds the most sequences of three commands that no earlier program has."""
    left = {program: _histories(program) for program in programs}
    chosen: list[Program] = []
    while left and len(chosen) < count:
        best = max(left, key=lambda program: len(left[program]))
        known = left.pop(best)
        chosen.append(best)
        left = {program: histories - known for program, histories in left.items()}
    return chosen


def _histories(program: Program) -> frozenset[tuple[str, ...]]:
    """Every three commands in their order, with or without commands between them."""
    return frozenset(combinations((command.name for command in program), 3))


def _settings(examples: int) -> settings:
    return settings(
        backend=SEED_ALONE,
        max_examples=examples,
        stateful_step_count=STEPS,
        phases=[Phase.generate],
        database=None,
        derandomize=False,
        deadline=None,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )


def _machine(theme: Theme, has: frozenset[CommandNeed], keep: Callable[[Program], None]) -> type[RuleBasedStateMachine]:
    """A state machine with one rule for each command, which gives every program that it builds to *keep*."""

    def begin(self: RuleBasedStateMachine) -> None:
        RuleBasedStateMachine.__init__(self)
        self.__dict__["program"] = []

    def end(self: RuleBasedStateMachine) -> None:
        keep(tuple(self.__dict__["program"]))

    kinds = kinds_of(theme, has).items()
    rules = {f"{name}_{turn}": _rule(rule, name, kind) for name, kind in kinds for turn in range(kind.weight)}
    rules["first"] = _rule(initialize, FIRST[theme], KINDS[FIRST[theme]])
    return type(
        f"{theme.value.title()}Machine", (RuleBasedStateMachine,), {"__init__": begin, "teardown": end, **rules}
    )


def _rule(when: Any, name: str, kind: Kind) -> Any:
    """A rule that writes the command down. It has no precondition, because commands are total."""

    def write(self: RuleBasedStateMachine, arguments: tuple[int, ...]) -> None:
        self.__dict__["program"].append(Command(name, arguments))

    write.__name__ = name
    return when(arguments=st.tuples(*(st.sampled_from(choices) for choices in kind.choices)))(write)
