"""Draws programs from a seed alone: no answer of the target ever reaches this module.

Each command is drawn among those that meet something new, as long as there is such a command. So programs seldom repeat
each other, and another seed meets other things. No library draws, so a seed means the same programs however the suite
is installed.
"""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from conformance.walks.commands import FIRST, KINDS, Command, CommandNeed, Kind, Program, Theme, from_json, kinds_of
from conformance.walks.foreseen import Encounter, Foreseen, is_deed

STEPS = 12
# What became of older bookings shows in the list.
_AT_THE_END = Command("list_bookings", (0,))
# How much likelier a command is that meets more: by this power.
_EAGERNESS = 2
# How much a deed that was never done counts, beside something that was never beside it.
_NEW_DEED = 3
# What the checks of single operations always do, and look at.
_CHECKED: Sequence[Sequence[Sequence[Any]]] = (
    [["book", 0, 1], ["change_players", 0, 2], ["cancel", 0]],
    [["book", 0, 2], ["change_players", 0, 1]],
    [["book", 0, 2], ["rival_books", 0, 1], ["book", 0, 1], ["book", 0, 1]],
    [["book", 0, 2], ["rival_looks", 0], ["rival_changes", 0, 1], ["rival_cancels", 0], ["change_players", 0, 4]],
    [["book", 0, 2], ["change_reference", 0], ["change_requests", 0], ["list_bookings", 0]],
    [["hold", 0, 2], ["rival_holds", 0, 1], ["rival_books", 0, 2], ["lapse"]],
    [["hold", 0, 2], ["complete", 0], ["cancel", 0]],
    [["hook", 0, 2], ["confirm", 0], ["cancel", 0]],
    [["hook", 0, 2], ["release", 0], ["confirm", 0]],
    [["group", 5], ["read_group", 0], ["name_players", 0], ["rival_reads_group", 0]],
    [["validate", 5], ["find_slots", 5], ["calculate_price", 5]],
)


def draw_programs(
    themes: Sequence[Theme], has: frozenset[CommandNeed], count: int, seed_of_run: int
) -> Sequence[Program]:
    """*count* programs of each of *themes*, which take turns. Each has commands that find something to act on, and
    meets what no program before it met.
    """
    random = Random(seed_of_run)  # noqa: S311 - repeatable on purpose
    met = _met_by(from_json(commands) for commands in _CHECKED)
    return [_drawn(random, theme, has, met) for _ in range(count) for theme in themes]


def _met_by(programs: Iterable[Program]) -> set[Encounter]:
    met = set[Encounter]()
    for program in programs:
        foreseen = Foreseen()
        for command in program:
            met |= foreseen.encounters(command)
            foreseen.does(command)
    return met


def _drawn(random: Random, theme: Theme, has: frozenset[CommandNeed], met: set[Encounter]) -> Program:
    """One program. Everything that it meets is added to *met*. It looks after each command that meets something new."""
    kinds = kinds_of(theme, has)
    first = {FIRST[theme]: KINDS[FIRST[theme]]}
    foreseen, program = Foreseen(), list[Command]()
    for step in range(STEPS):
        command = _next(random, kinds if step else first, foreseen, met)
        new = foreseen.encounters(command) - met
        program.append(replace(command, looks=bool(new)))
        foreseen.does(command)
        met |= new
    at_the_end = (_AT_THE_END,) if _AT_THE_END.name in kinds else ()
    return (*program, *at_the_end)


def _next(random: Random, kinds: Mapping[str, Kind], foreseen: Foreseen, met: set[Encounter]) -> Command:
    """A command that acts on something: the more new things it meets, the likelier."""
    commands, likely, known = list[Command](), list[float](), list[float]()
    for name, kind in kinds.items():
        arguments = list(itertools.product(*kind.choices))
        for command in (Command(name, chosen) for chosen in arguments):
            encounters = foreseen.encounters(command)
            if encounters:
                commands.append(command)
                known.append(kind.weight / len(arguments))
                likely.append(known[-1] * _worth(encounters - met) ** _EAGERNESS)
    return random.choices(commands, likely if any(likely) else known)[0]


def _worth(encounters: Iterable[Encounter]) -> int:
    return sum(_NEW_DEED if is_deed(encounter) else 1 for encounter in encounters)
