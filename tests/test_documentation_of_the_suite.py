"""The commands of the suite page run from top to bottom, with the effects that the page describes."""

import json
import re
from pathlib import Path

from tests.pages import (
    SUITE,
    Look,
    read_page,
)


def _decided_two_rows(_said: str, folder: Path) -> None:
    report = json.loads((folder / "teesheet-report" / "report.json").read_text("utf-8"))
    verdicts = {requirement["id"]: requirement["verdict"] for requirement in report["requirements"]}
    assert verdicts["CRS-05"] == verdicts["PAG-03"] == "pass"
    assert report["only"] == ["CRS-05", "PAG-03"]


def _judged_own_rules(said: str, _folder: Path) -> None:
    assert "own rules" in said


def _has_the_reports_of_the_page(_said: str, folder: Path) -> None:
    named = set(re.findall(r"^\| `(\S+\.\w+)` \|", SUITE, re.MULTILINE))
    assert {file.name for file in (folder / "teesheet-report").iterdir() if file.name in named} == named
    assert len(named) == 6


def _says_that_the_row_is_stale(said: str, _folder: Path) -> None:
    assert "AVT-20 (owner availability team) holds: delete its row." in " ".join(said.split())


def _kept_to_its_requests(said: str, _folder: Path) -> None:
    assert "of 100 requests" in said


def _left_only_what_nobody_can_know(said: str, _folder: Path) -> None:
    """The run was killed between two requests, or before the answer to one."""
    left = [line for line in said.splitlines() if line.startswith("LEFT")]
    assert all("may be there" in line for line in left)
    assert left or "Nothing is left on" in said


def test_the_suite_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks: dict[str, Look] = {
        "library": _decided_two_rows,
        "rules": _judged_own_rules,
        "reports": _has_the_reports_of_the_page,
        "baseline": _says_that_the_row_is_stale,
        "options": _kept_to_its_requests,
        "sweep": _left_only_what_nobody_can_know,
    }

    # An acceptance that has no cause any more ends a run with 1, as the page says.
    # A run that was cut short ends with 3.
    fails = {"baseline": "1: teesheet check", "resume": "3: teesheet check"}
    read_page(SUITE, tmp_path, looks, fails, may_fail={"sweep": "1: teesheet sweep"})
