"""The examples of the testing page run, and the README's test is the first of them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from teesheet import testing
from teesheet.testing import Delivered, InProcessSandbox, LeverError
from tests.levers.table import WRITTEN
from tests.pages import README, TREE, blocks

PAGE = (TREE / "docs" / "testing.md").read_text("utf-8")
COMMANDS = {
    "the tests of pytest": ["-m", "pytest", "-q", "test_agency.py", "test_with_unittest.py"],
    "unittest": ["-m", "unittest", "-q", "test_with_unittest.py"],
    "the script": ["script.py"],
    "coroutines": ["coroutines.py"],
}


@pytest.mark.parametrize("case", COMMANDS)
def test_the_examples_of_the_page_run(case: str, tmp_path: Path) -> None:
    for block in blocks(PAGE):
        (tmp_path / block.name).write_text(block.text, "utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    done = subprocess.run(
        [sys.executable, *COMMANDS[case]], capture_output=True, text=True, cwd=tmp_path, env=clean, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_page_has_every_class_with_levers() -> None:
    public = {getattr(testing, name) for name in testing.__all__ if not name.startswith("Async")}
    others = {Delivered, InProcessSandbox, LeverError}

    assert {kind for kind in public - others if not issubclass(kind, Exception)} == set(WRITTEN)


def test_the_table_of_the_page_names_levers_with_their_arguments() -> None:
    assert "| `world.clock.advance_to(moment)` | Moves the clock forwards to a moment. |" in PAGE
    assert "| `world.rules.next(...).loses_the_request()` |" in PAGE


def test_the_test_of_the_readme_passes(tmp_path: Path) -> None:
    (shown,) = [block for block in blocks(README) if block.name == "test_retry.py"]
    (tmp_path / shown.name).write_text(shown.text, "utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q"], capture_output=True, text=True, cwd=tmp_path, env=clean, check=False
    )

    assert "1 passed" in done.stdout, done.stdout + done.stderr
