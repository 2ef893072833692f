"""What a program meets, and that programs are drawn for what no program met before."""

from __future__ import annotations

from conformance.walks.commands import Command, CommandNeed, Program, Theme
from conformance.walks.foreseen import Encounter, Foreseen
from conformance.walks.generation import draw_programs

EVERYTHING = frozenset(CommandNeed)
PLACES_THEMES = (Theme.bookings, Theme.holds, Theme.hooks)


def met_by(*commands: Command) -> frozenset[Encounter]:
    """What the last of *commands* meets."""
    foreseen = Foreseen()
    for command in commands[:-1]:
        foreseen.does(command)
    return foreseen.encounters(commands[-1])


def all_met(program: Program) -> frozenset[Encounter]:
    return frozenset().union(*(met_by(*program[: place + 1]) for place in range(len(program))))


def test_a_command_meets_the_history_of_its_object() -> None:
    met = met_by(Command("book", (0, 1)), Command("change_players", (0, 2)), Command("cancel", (0,)))

    assert met == {
        ("cancel", "raised"),
        ("cancel", "after", "book"),
        ("cancel", "after", "change_players"),
        ("cancel", "turn", "0"),
    }


def test_a_command_meets_what_is_beside_its_object() -> None:
    met = met_by(
        Command("hook", (0, 1)), Command("book", (0, 1)), Command("rival_books", (1, 1)), Command("cancel", (0,))
    )

    assert {("cancel",), ("cancel", "beside", "hook"), ("cancel", "that day", "rival booking")} <= met
    assert ("cancel", "beside", "rival booking") not in met


def test_the_number_of_players_counts() -> None:
    assert ("book", "players", "4") in met_by(Command("book", (0, 4)))


def test_players_beyond_the_places_are_foreseen_and_take_none() -> None:
    fills, beyond = Command("book", (0, 3)), Command("book", (0, 2))

    assert ("book", "beyond the places") in met_by(fills, beyond)
    assert ("book",) in met_by(fills, beyond, Command("book", (0, 1)))


def test_a_hold_whose_booking_was_cancelled_is_not_merely_completed() -> None:
    met = met_by(Command("hold", (0, 2)), Command("complete", (0,)), Command("cancel", (0,)), Command("complete", (0,)))

    assert met == {("complete", "cancelled")}


def test_the_third_command_of_its_kind_is_another_one_than_the_first() -> None:
    validate = Command("validate", (5,))

    turns = [met_by(*[validate] * times) for times in (1, 2, 3, 4)]

    assert len(set(turns)) == 3
    assert turns[2] == turns[3]


def test_a_command_without_an_object_meets_nothing() -> None:
    assert met_by(Command("release", (0,))) == frozenset()


def test_every_command_of_a_program_meets_something() -> None:
    for program in draw_programs(list(Theme), EVERYTHING, 5, 3):
        assert all(met_by(*program[: place + 1]) for place in range(len(program) - 1))


def test_a_program_looks_only_after_what_no_program_met() -> None:
    met: set[Encounter] = set()
    for program in draw_programs(PLACES_THEMES, EVERYTHING, 5, 3):
        for place, command in enumerate(program[:-1]):
            new = met_by(*program[: place + 1]) - met
            met |= new
            assert new or not command.looks


def test_another_seed_meets_other_things() -> None:
    first, second = (
        frozenset().union(*map(all_met, draw_programs(PLACES_THEMES, EVERYTHING, 2, seed))) for seed in (1, 2)
    )

    assert len(second - first) > len(second) / 4
