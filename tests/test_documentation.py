"""The README runs from top to bottom, every link of a document leads to a file, and the tables agree with the code."""

import json
import re
import shlex
from pathlib import Path

import httpx
import pytest

from fixtures.catalogue import TRAITS, load_courses
from tests import lists
from tests.pages import (
    DOCUMENTS,
    README,
    TREE,
    Look,
    blocks,
    clone_contract,
    read_page,
)
from tests.sandbox.servers import serving_afresh


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the contract of this tree, committed."""
    clone_contract(tmp_path)
    return tmp_path


def _has_every_report(_said: str, folder: Path) -> None:
    written = {file.name for file in (folder / "teesheet-report").iterdir()}
    reports = {"report.json", "report.html", "report.md", "junit.xml", "exchanges.har", "badge.svg"}
    assert written == {*reports, "run.journal.jsonl"}
    # A run creates no other file.
    assert {file.name for file in folder.glob(".*")} == {".git", ".reader", ".venv"}


def _shows_one_course(said: str, _folder: Path) -> None:
    assert len(json.loads(said)["data"]) == 1


def _proves_the_break(said: str, _folder: Path) -> None:
    assert "GET /travel/courses?distance=400.5" in said
    assert "The change from HEAD to openapi is breaking." in said


def _names_the_row_and_the_broken_requests(said: str, _folder: Path) -> None:
    assert "CRS-12" in said
    assert "request  query.distance is more than 400" in said


def _prints(*statuses: str, naming: str = "") -> Look:
    """One short line for each answer: its status first, and somewhere the text *naming*. No status stands for 2xx."""

    def look(said: str, _folder: Path) -> None:
        lines = said.splitlines()
        found = [line[:3] for line in lines]
        assert found == list(statuses) if statuses else all(status[0] == "2" for status in found), said
        assert naming in said
        assert all(len(line) < 220 for line in lines), said

    return look


def test_the_readme_runs_from_top_to_bottom(clone: Path) -> None:
    looks = {
        "first": _shows_one_course,
        "walk": _prints(),
        "expires": _prints("201", "409", "200", "201", naming="tee_time_hold.expired"),
        "rival": _prints("200", "409", "200", "200", naming='"freePlaces":1'),
        "declines": _prints("201", "200", "200", naming="course_declined"),
        "suite": _has_every_report,
        "edit": _proves_the_break,
        "impact": _names_the_row_and_the_broken_requests,
    }

    # The edit of the contract breaks clients, as the page says.
    fails = {"edit": "1: .venv/bin/teesheet contract diff", "impact": "1: .venv/bin/teesheet contract replay"}
    read_page(README, clone, looks, fails)

    assert (clone / "teesheet.db").exists()


def test_the_preview_of_the_readme_starts(clone: Path) -> None:
    (command,) = [block.text for block in blocks(README) if block.name == "start"]
    options = shlex.split(command)[1:]

    with serving_afresh("--port", "0", command=options, folder=clone) as server:
        health = httpx.get(f"{server.address}/_sandbox/v1/health")

    assert health.json()["data"]["status"] == "ok"


@pytest.mark.parametrize("name", lists.LISTS)
def test_the_lists_of_a_page_are_those_of_the_code(name: str) -> None:
    text = (TREE / "docs" / name).read_text("utf-8")

    assert lists.page(name, text) == text, "run: python -m tests.lists"


def test_the_guard_runs_the_test_command_of_the_readme() -> None:
    (command,) = re.findall(r"^python3 -m venv .*pytest -n 4$", README, re.MULTILINE)

    assert command in (TREE / ".ci" / "run").read_text("utf-8")


def test_the_readme_lists_every_named_course() -> None:
    rows = re.findall(r"^\| ([a-z-]+) \| ([A-Z0-9]{8}) \| (crs_\w+) \|", README, re.MULTILINE)

    named = {(course.trait, course.booking_code, course.id) for course in load_courses() if course.trait}
    assert set(rows) == named
    assert {trait for trait, _, _ in rows} == set(TRAITS)


def test_the_documents_count_the_courses_right() -> None:
    counts = re.findall(r"([0-9],[0-9]{3}) invented courses", (TREE / "CHANGELOG.md").read_text("utf-8"))

    assert counts == [f"{len(load_courses()):,}"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_to_a_file_leads_to_one(document: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text("utf-8"))

    assert [target for target in targets if not (document.parent / target).exists()] == []
