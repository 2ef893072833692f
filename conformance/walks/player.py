"""Plays one program on a fresh arena, up to the first deviation."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.evidence.verdicts import Judgement
from conformance.walks import steps_bookings, steps_others
from conformance.walks.arena import Arena, Parties, open_arena
from conformance.walks.beliefs import Deviation
from conformance.walks.commands import Command, Program

STEPS: Mapping[str, Callable[..., None]] = {
    step.__name__: step
    for step in (
        steps_bookings.book,
        steps_bookings.change_players,
        steps_bookings.change_reference,
        steps_bookings.change_requests,
        steps_bookings.cancel,
        steps_bookings.list_bookings,
        steps_bookings.rival_books,
        steps_bookings.rival_changes,
        steps_bookings.rival_cancels,
        steps_bookings.rival_looks,
        steps_others.hold,
        steps_others.rival_holds,
        steps_others.complete,
        steps_others.lapse,
        steps_others.hook,
        steps_others.confirm,
        steps_others.release,
        steps_others.group,
        steps_others.read_group,
        steps_others.name_players,
        steps_others.rival_reads_group,
        steps_others.validate,
        steps_others.find_slots,
        steps_others.calculate_price,
    )
}


@dataclass(frozen=True)
class Played:
    """The result of one play: the deviation, if any, and the program up to the command that showed it."""

    deviation: Deviation | None
    program: Program


def play(program: Program, parties: Parties, patience: float, may_go_on: Callable[[], bool] = lambda: True) -> Played:
    """Plays *program* until it ends, deviates or may not go on.

    A walk is cut short when no answer comes, or when the model cannot follow an answer. Such a walk has no deviation
    and proves nothing: other rows judge such answers.
    """
    done: list[Command] = []
    try:
        arena = open_arena(parties, patience, program)
        for command in program:
            if not may_go_on():
                break
            done.append(command)
            _step(arena, command)
    except Deviation as deviation:
        return Played(deviation, tuple(done))
    except Judgement:
        return Played(None, tuple(done))
    return Played(None, tuple(done))


def _step(arena: Arena, command: Command) -> None:
    arguments: tuple[Any, ...] = command.arguments
    arena.looks = command.looks
    STEPS[command.name](arena, *arguments)
