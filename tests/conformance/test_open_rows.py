"""Open rows and assumptions name each other, and every row names a heading of the specification."""

import re
from typing import Any

import pytest

from conformance.catalogue.files import REQUIREMENTS_FOLDER, load_catalogue
from conformance.target.describing import SECTIONS
from openapi.bundler import ASSUMPTIONS_FILE, load_yaml
from tests.headings import HEADINGS

ASSUMPTIONS: dict[str, dict[str, Any]] = load_yaml(ASSUMPTIONS_FILE)
ROWS = tuple(load_catalogue())
OPEN_ROWS = tuple(row for row in ROWS if row.level == "open")
README = (REQUIREMENTS_FOLDER / "README.md").read_text("utf-8")
NEEDS_NO_OPEN_ROW = dict(re.findall(r"^\| (A-\d{2,3}) \| (.+) \|$", README, re.MULTILINE))


def test_every_assumption_is_asked_by_an_open_row_or_says_why_not() -> None:
    asked = {assumption for row in OPEN_ROWS for assumption in row.assumptions}

    assert sorted(asked | NEEDS_NO_OPEN_ROW.keys()) == sorted(ASSUMPTIONS)


def test_no_assumption_is_asked_and_says_why_not() -> None:
    asked = {assumption for row in OPEN_ROWS for assumption in row.assumptions}

    assert asked & NEEDS_NO_OPEN_ROW.keys() == set()


@pytest.mark.parametrize("reason", NEEDS_NO_OPEN_ROW.values(), ids=NEEDS_NO_OPEN_ROW.keys())
def test_a_reason_names_only_rows_of_the_catalogue(reason: str) -> None:
    assert set(re.findall(r"[A-Z]{3}-\d{2}", reason)) <= {row.id for row in ROWS}


def test_every_row_stands_under_a_heading_of_the_specification() -> None:
    assert {row.id: row.heading for row in ROWS if row.heading not in HEADINGS} == {}


def test_every_assumption_stands_under_a_heading_of_the_specification() -> None:
    assert {name: said["heading"] for name, said in ASSUMPTIONS.items() if said["heading"] not in HEADINGS} == {}


@pytest.mark.parametrize("member", ["how", "traps", "gravity_reason"])
def test_no_row_names_a_setting_of_a_profile(member: str) -> None:
    assert [row.id for row in ROWS if "profile" in (getattr(row, member) or "")] == []


def test_every_setting_that_a_row_names_is_a_setting_of_the_target_file() -> None:
    named = [
        (row.id, section, key)
        for row in ROWS
        for key, section in re.findall(r"`(\w+) = [^`]*` under \[([\w.]+)\]", f"{row.how} {row.traps}")
    ]

    assert [(row_id, key) for row_id, section, key in named if key not in SECTIONS[section]] == []
    assert named
