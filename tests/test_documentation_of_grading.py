"""The page about the grade of a client runs from top to bottom."""

import json
from pathlib import Path

import httpx

from tests.pages import GRADING, Look, read_page
from tests.sandbox.servers import serving

_LOST = {"ABK-01", "ABK-03", "ABK-05", "ABK-09", "ACV-04", "AAV-04"}


def _violations(folder: Path, name: str) -> set[str]:
    report = json.loads((folder / name / "grade.json").read_text("utf-8"))
    return {row["id"] for row in report["rows"] if row["verdict"] == "fail"}


def _violates_what_the_page_says(_said: str, folder: Path) -> None:
    assert _violations(folder, "naive-grade") >= _LOST


def _violates_nothing(_said: str, folder: Path) -> None:
    assert _violations(folder, "mended-grade") == set()


def test_the_page_of_the_grade_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks: dict[str, Look] = {"naive": _violates_what_the_page_says, "mended": _violates_nothing}
    with serving("--ephemeral") as sandbox:
        _record_a_journal(sandbox.address, tmp_path / "journal.har")

        read_page(GRADING, tmp_path, looks, {"naive": "1: .venv/bin/teesheet grade"})


def _record_a_journal(address: str, file: Path) -> None:
    with httpx.Client(base_url=address, headers={"X-Api-Key": "sbx_recorded_alpha"}) as http:
        http.get("/api/v1/travel/courses", params={"country": "GB"}).raise_for_status()
        file.write_bytes(http.get("/_sandbox/v1/journal.har").raise_for_status().content)
