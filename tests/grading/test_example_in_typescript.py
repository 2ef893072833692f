"""The agency in examples/typescript: its types, its tests, its day, and its grade.

The whole examination is among the long tests. All of them need Node and the npm registry, and fail without them: they
were asked for.
"""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.grading.agencies import compiled_agency
from tests.sandbox.servers import TEESHEET


def _run(words: Sequence[str | Path], folder: Path) -> str:
    program = shutil.which(str(words[0]))
    assert program, f"{words[0]} is not on the PATH. Install Node 20 or later to run the tests marked `node`."
    ended = subprocess.run([program, *words[1:]], capture_output=True, text=True, cwd=folder, timeout=600, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def agency(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The agency, installed and compiled in a folder of its own."""
    return compiled_agency(tmp_path_factory.mktemp("typescript"))


def _graded(agency: Path, *words: str) -> dict[str, str]:
    client = ("node", str(agency / "built" / "day.js"))
    _run([*TEESHEET, "grade", "--at-once", "4", "--report", "out", *words, "--", *client], agency)
    report = json.loads((agency / "out" / "grade.json").read_text("utf-8"))
    return {row["id"]: row["verdict"] for row in report["rows"]}


@pytest.mark.node
def test_its_own_tests_pass(agency: Path) -> None:
    said = _run(["node", "--test", *sorted((agency / "built").glob("*.test.js"))], agency)

    assert "# fail 0" in said
    assert "# skipped 0" in said


@pytest.mark.node
def test_it_books_once_when_an_answer_is_lost_and_refuses_a_forged_delivery(agency: Path) -> None:
    verdicts = _graded(agency, "--scenario", "booking-lost-after", "--scenario", "delivery-forged")

    assert {verdicts[row] for row in ("ABK-01", "ABK-03", "AWH-04", "AWH-05")} == {"pass"}
    assert not [row for row, verdict in verdicts.items() if verdict in ("fail", "warn")]


@pytest.mark.long
def test_no_scenario_has_a_finding_against_it(agency: Path) -> None:
    verdicts = _graded(agency)

    assert not [row for row, verdict in verdicts.items() if verdict in ("fail", "warn")]
    assert sum(verdict == "pass" for verdict in verdicts.values()) >= 55
