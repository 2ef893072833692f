"""The commands of the designing page run from top to bottom, with the effects that the page describes."""

import json
from pathlib import Path

import httpx
import pytest

from tests.pages import (
    DESIGNING,
    Look,
    blocks,
    clone_contract,
    read_page,
    serve_options,
)
from tests.sandbox.servers import serving_afresh


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the contract of this tree, committed."""
    clone_contract(tmp_path)
    return tmp_path


def _names_the_rows_about_courses(said: str, _folder: Path) -> None:
    assert "A-67" in said
    assert "handlers.py" in said


def _counts_the_exchanges(said: str, folder: Path) -> None:
    assert "messages have it" in said
    assert json.loads((folder / "impact.json").read_text("utf-8"))["differences"] != []


def _shows_the_new_member(said: str, _folder: Path) -> None:
    assert said.split() == ["dressCode"]


def _finds_the_new_member_compatible(said: str, _folder: Path) -> None:
    assert "The member `dressCode` is new." in said
    assert "The change from HEAD to openapi is compatible." in said


def _froze_the_new_version(said: str, folder: Path) -> None:
    assert "the differences to 1.4.1 demand 1.5.0" in said
    assert "dressCode" in (folder / "openapi" / "released" / "1.5.0" / "openapi.json").read_text("utf-8")


def test_the_designing_page_runs_from_top_to_bottom(clone: Path) -> None:
    looks: dict[str, Look] = {
        "diff": _finds_the_new_member_compatible,
        "impact": _names_the_rows_about_courses,
        "release": _froze_the_new_version,
        "run": _counts_the_exchanges,
        "try": _shows_the_new_member,
    }

    # Lint refuses the first edit, and release refuses the old number, as the page says.
    fails = {"lint": "1: teesheet contract lint", "release": "1: teesheet contract release published openapi"}
    read_page(DESIGNING, clone, looks, fails)


def test_the_server_of_two_versions_of_the_designing_page_starts(clone: Path) -> None:
    (command,) = [block.text for block in blocks(DESIGNING) if block.name == "start"]

    with serving_afresh(*serve_options(command), folder=clone) as server:
        second = httpx.get(f"{server.address}/openapi-beside.json")

    assert second.json()["servers"][0]["url"].endswith("/api/v2")
