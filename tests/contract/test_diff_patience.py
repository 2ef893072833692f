"""A comparison shares its time: differences that nothing decides cannot keep a designer waiting."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from openapi.diff import patience
from openapi.diff.comparing import compare
from openapi.diff.model import Comparison, Verdict
from openapi.diff.patience import Patience
from openapi.versions import Version

MANY = 40
# Prints whether Hypothesis had its table of characters when the time of the first search began.
FIRST_SEARCH = """
from hypothesis.internal import charmap
from openapi.diff import searching
from openapi.diff.patience import Patience

class Watched(Patience):
    def search(self):
        print(charmap._charmap is not None)
        return super().search()

searching.patience = Watched
print(*searching.search({"type": "string", "pattern": "^b+$"}, lambda value: True))
"""


def document(*, pattern: str) -> dict[str, Any]:
    """A contract with many parameters. Each has a pattern of its own, with its number in it."""
    parameters = [
        {"name": f"code{number}", "in": "query", "schema": {"type": "string", "pattern": pattern.format(number)}}
        for number in range(MANY)
    ]
    operation = {"operationId": "listCourses", "parameters": parameters, "responses": {"204": {"description": "None."}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Small", "version": "1.0.0"},
        "paths": {"/courses": {"get": operation}},
    }


def look_aheads_compared() -> Comparison:
    """The comparison of many look-aheads, none of which an automaton expresses, and none of which changes a text."""
    old, new = document(pattern="^(?!x{0})[a-z]+$"), document(pattern="^(?!x{0}|y{0})[a-z]+$")
    return compare(Version("old", old, None), Version("new", new, None))


@pytest.fixture
def short_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "SHARED_SECONDS", 0.5)


@pytest.mark.usefixtures("short_patience")
def test_many_undecided_patterns_are_all_reported_as_undecided() -> None:
    comparison = look_aheads_compared()

    assert [difference.verdict for difference in comparison.differences] == [Verdict.UNDECIDED] * MANY


@pytest.mark.usefixtures("short_patience")
def test_a_difference_whose_search_ran_out_of_time_says_so() -> None:
    reasons = {difference.reason for difference in look_aheads_compared().differences}

    assert [reason.endswith("The search ended when its share of the time was over.") for reason in reasons] == [True]


def first_search_in(folder: Path) -> list[str]:
    """What the first search of a process in a folder prints."""
    ran = subprocess.run([sys.executable, "-c", FIRST_SEARCH], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.split()


def test_every_waiting_difference_gets_an_equal_share_of_the_time() -> None:
    shared = Patience(left=4.0)

    shared.begin_difference(MANY)

    assert shared.share == pytest.approx(0.1)


def test_time_that_a_difference_does_not_need_goes_to_the_others() -> None:
    shared = Patience(left=4.0)

    shared.begin_difference(8)
    shared.begin_difference(4)

    assert shared.share == pytest.approx(1.0)


def test_a_search_spends_the_time_of_its_difference_and_of_all() -> None:
    shared = Patience(left=0.0)
    shared.begin_difference(1)

    with shared.search():
        pass

    assert (shared.left, shared.share, shared.ran_out) == (0.0, 0.0, True)


def test_the_table_of_characters_is_made_before_the_time_of_a_search_begins(tmp_path: Path) -> None:
    assert first_search_in(tmp_path) == ["True", "b"]


def test_a_search_leaves_no_file_in_the_folder_of_the_user(tmp_path: Path) -> None:
    first_search_in(tmp_path)

    assert list(tmp_path.iterdir()) == []


def test_time_in_which_the_processor_does_other_work_is_not_spent() -> None:
    shared = Patience(left=4.0)

    with shared.search():
        time.sleep(0.2)

    assert shared.left == pytest.approx(4.0, abs=0.1)
