"""Shrinks a failing program: fewer commands first, then simpler arguments. Pure, except for the question to the caller.

Hypothesis would need several times the requests, and nobody could stop it.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from conformance.walks.commands import KINDS, Command, Program


def shrunk(program: Program, still_fails: Callable[[Program], bool]) -> Program:
    """A program that fails, and fails no more without any single command; *program* itself when no command can go.

    Where one look after the last command shows the failure, the program has no other look, which costs least.
    *still_fails* judges each candidate once. When its budget is used up, it answers False.
    """
    asked: dict[Program, bool] = {program: True}

    def fails(candidate: Program) -> bool:
        if candidate not in asked:
            asked[candidate] = bool(candidate) and still_fails(candidate)
        return asked[candidate]

    looking = next(looking for looking in (_at_the_end, _always, _as_before) if fails(looking(program)))

    def still(candidate: Program) -> bool:
        return fails(looking(candidate))

    best = program
    while (shorter := _simpler(_shorter(best, still), still)) != best:
        best = shorter
    return looking(best)


def _at_the_end(program: Program) -> Program:
    """*program* with a look after its last command alone."""
    return tuple(replace(command, looks=place == len(program)) for place, command in enumerate(program, 1))


def _always(program: Program) -> Program:
    """*program* with a look after each command."""
    return tuple(replace(command, looks=True) for command in program)


def _as_before(program: Program) -> Program:
    return program


def _shorter(program: Program, fails: Callable[[Program], bool]) -> Program:
    """*program* without every part that the failure does not need: large parts first, from its end."""
    size = max(1, len(program) // 2)
    while size:
        for start in range(len(program) - size, -1, -size):
            candidate = program[:start] + program[start + size :]
            if candidate and fails(candidate):
                program = candidate
        size //= 2
    return program


def _simpler(program: Program, fails: Callable[[Program], bool]) -> Program:
    """*program* with each argument as small as it can be."""
    for place in range(len(program)):
        for command in _simpler_commands(program[place]):
            candidate = (*program[:place], command, *program[place + 1 :])
            if fails(candidate):
                program = candidate
                break
    return program


def _simpler_commands(command: Command) -> Iterator[Command]:
    """The same command with one argument replaced by an earlier choice, the simplest first."""
    for place, choices in enumerate(KINDS[command.name].choices):
        for value in sorted(set(choices)):
            if value < command.arguments[place]:
                arguments = (*command.arguments[:place], value, *command.arguments[place + 1 :])
                yield replace(command, arguments=arguments)
