"""The agency in examples/python: its types, its day, and its grade."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import TREE
from tests.sandbox.servers import TEESHEET

_FOLDER = TREE / "examples" / "python"


def _graded(folder: Path, *words: str) -> dict[str, str]:
    program = (sys.executable, str(_FOLDER / "day.py"))
    command = [*TEESHEET, "grade", "--at-once", "4", "--report", "out", *words, "--", *program]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    report = json.loads((folder / "out" / "grade.json").read_text("utf-8"))
    return {row["id"]: row["verdict"] for row in report["rows"]}


def test_its_types_are_strict() -> None:
    files = [str(file) for file in _FOLDER.glob("*.py")]

    ended = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *files], capture_output=True, text=True, cwd=TREE, check=False
    )

    assert ended.returncode == 0, ended.stdout


def test_it_books_once_when_an_answer_is_lost_and_refuses_a_forged_delivery(tmp_path: Path) -> None:
    verdicts = _graded(tmp_path, "--scenario", "booking-lost-after", "--scenario", "delivery-forged")

    assert {verdicts[row] for row in ("ABK-01", "ABK-03", "AWH-04", "AWH-05")} == {"pass"}


@pytest.mark.long
def test_no_scenario_has_a_finding_against_it(tmp_path: Path) -> None:
    verdicts = _graded(tmp_path)

    assert not [row for row, verdict in verdicts.items() if verdict in ("fail", "warn")]
    assert sum(verdict == "pass" for verdict in verdicts.values()) >= 50
