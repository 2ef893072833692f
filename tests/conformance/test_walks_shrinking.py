"""Programs of walks: drawn from a seed, written as JSON, shrunk, confirmed by repetition."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.evidence.verdicts import HeldAtLast, Inconclusive
from conformance.suite.walks import test_walks
from conformance.walks.beliefs import Deviation
from conformance.walks.commands import KINDS, Command, CommandNeed, Program, Theme, from_json, in_words
from conformance.walks.generation import draw_programs
from conformance.walks.player import Played
from conformance.walks.shrinking import shrunk
from conformance.walks.walking import Budget, walk


def commands() -> st.SearchStrategy[Command]:
    def of_kind(name: str) -> st.SearchStrategy[Command]:
        arguments = st.tuples(*(st.sampled_from(choices) for choices in KINDS[name].choices))
        return arguments.map(lambda drawn: Command(name, drawn))

    return st.sampled_from(sorted(KINDS)).flatmap(of_kind)


PROGRAMS = st.lists(commands(), min_size=1, max_size=8).map(tuple)
UNHURRIED = settings(max_examples=100, deadline=None, derandomize=True, database=None)


def is_part_of(part: Program, whole: Program) -> bool:
    names = iter(command.name for command in whole)
    return all(command.name in names for command in part)


@given(PROGRAMS)
@UNHURRIED
def test_a_program_is_read_as_it_is_written(program: Program) -> None:
    written = [[command.name, *command.arguments] for command in program]

    assert from_json(written) == program


@given(PROGRAMS)
@UNHURRIED
def test_a_program_has_words_for_people(program: Program) -> None:
    assert in_words(program).count(";") == len(program) - 1
    assert "{" not in in_words(program)


@given(PROGRAMS, st.data())
@UNHURRIED
def test_what_is_shrunk_still_fails_and_needs_each_of_its_commands(program: Program, drawing: st.DataObject) -> None:
    places = drawing.draw(st.sets(st.integers(0, len(program) - 1), max_size=3))
    needed = Counter(program[place].name for place in places)

    def still_fails(candidate: Program) -> bool:
        return needed <= Counter(command.name for command in candidate)

    short = shrunk(program, still_fails)

    assert still_fails(short)
    assert is_part_of(short, program)
    assert len(short) == max(1, needed.total())


def test_arguments_become_as_small_as_they_can() -> None:
    program = (Command("book", (1, 4)),)

    short = shrunk(program, lambda candidate: candidate[0].arguments[1] >= 2)

    assert short == (Command("book", (0, 2)),)


def test_nothing_is_shrunk_when_no_candidate_may_be_tried() -> None:
    program = (Command("book", (1, 4)), Command("cancel", (2,)))

    assert shrunk(program, lambda _: False) == program


def test_the_same_seed_draws_the_same_programs() -> None:
    first, again = (draw_programs([Theme.holds], frozenset(CommandNeed), 4, 5) for _ in range(2))

    assert first == again
    assert len(first) == 4


def test_what_else_is_loaded_changes_no_program() -> None:
    """Hypothesis would take constants from the sources of modules that are not installed but lie in a working copy."""
    drawing = (
        "from conformance.walks.generation import draw_programs;"
        " from conformance.walks.commands import CommandNeed, Theme;"
        " print(draw_programs([Theme.bookings], frozenset(CommandNeed), 4, 5))"
    )
    alone, beside_others = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for code in (drawing, f"import mock_server.serve; {drawing}")
    )

    assert alone == beside_others
    assert alone.count("Command(") > 10


def test_commands_whose_needs_are_not_met_are_not_drawn() -> None:
    drawn = {command.name for program in draw_programs([Theme.holds], frozenset(), 6, 5) for command in program}

    assert drawn <= {"hold", "book", "change_players", "cancel"}


class Scripted:
    """Deviates from a program as often as *answers* say, then never again."""

    patience = 0.0

    def __init__(self, answers: list[bool]) -> None:
        self._answers = answers
        self._sent = 0

    def sent(self) -> int:
        return self._sent

    def play(self, program: Program, patience: float, may_go_on: Callable[[], bool]) -> Played:  # noqa: ARG002 - asked so
        self._sent += 10
        deviates = self._answers.pop(0) if self._answers else False
        return Played(Deviation("BKX-07", "4", "3") if deviates else None, program)

    def telling(self, first: int) -> tuple[int, ...]:
        return tuple(range(first, self._sent))


ONE_COMMAND: Program = (Command("book", (0, 1)),)
LONG: Program = tuple(Command("book", (time, places)) for time in (0, 1) for places in (1, 2, 3))


def test_what_never_comes_back_is_doubted_after_two_repetitions_of_each_program() -> None:
    found = walk([ONE_COMMAND], Scripted([True]), ["BKX-07"]).found["BKX-07"]

    assert (found.is_confirmed, found.seen, found.repeated) == (False, 0, 2)


def test_a_row_holds_when_no_repetition_shows_what_a_walk_showed() -> None:
    walks = walk([ONE_COMMAND], Scripted([True]), ["BKX-07"])

    with pytest.raises(HeldAtLast, match="Held in 2 repetitions of a walk that once showed something else"):
        test_walks.test_no_walk_deviates(walks, "BKX-07")


def test_a_row_is_undecided_when_one_repetition_alone_shows_what_a_walk_showed() -> None:
    walks = walk([ONE_COMMAND], Scripted([True, True]), ["BKX-07"])

    with pytest.raises(Inconclusive, match="1 of 3 repetitions showed it again"):
        test_walks.test_no_walk_deviates(walks, "BKX-07")


def test_what_comes_back_now_and_then_says_so() -> None:
    found = walk([ONE_COMMAND], Scripted([True, True, False, True]), ["BKX-07"]).found["BKX-07"]

    assert found.is_confirmed
    assert found.story == "3, in 2 of 3 repetitions, after: book the first tee time for 1"


def test_what_comes_back_once_is_doubted() -> None:
    found = walk([ONE_COMMAND], Scripted([True, False, True, False]), ["BKX-07"]).found["BKX-07"]

    assert (found.is_confirmed, found.seen, found.repeated) == (False, 1, 3)


def test_the_exchanges_of_a_finding_are_those_of_its_last_play() -> None:
    found = walk([ONE_COMMAND], Scripted([True, True, True, True]), ["BKX-07"]).found["BKX-07"]

    assert found.exchanges == tuple(range(30, 40))


def test_walks_end_with_their_budget() -> None:
    walks = walk([ONE_COMMAND] * 9, Scripted([]), ["BKX-07"], Budget(requests=40))

    assert (walks.played, dict(walks.found)) == (4, {})


def test_findings_leave_requests_to_the_checks_after_the_walks() -> None:
    spent = []
    for most in (100, 1_000):
        playing = Scripted([True])
        walk([LONG], playing, ["BKX-07"], Budget(most_requests=most))
        spent.append(playing.sent())

    assert spent[0] <= 100 < spent[1]


def test_a_deviation_from_a_row_that_is_not_decided_is_passed_over() -> None:
    assert dict(walk([ONE_COMMAND], Scripted([True] * 4), ["BKX-03"]).found) == {}
