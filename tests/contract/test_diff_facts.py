"""What a difference says beside its verdict: how far it reaches, and which assumptions it names."""

import json
from typing import Any

import pytest

from openapi.diff.comparing import compare
from openapi.diff.model import Comparison
from openapi.diff.renderings.html_page import html
from openapi.diff.renderings.json_report import as_json
from openapi.diff.renderings.markdown import markdown
from openapi.diff.renderings.text import text
from openapi.versions import Version

ROW = {"question": "How many?", "answer": "Four, as in A-09.", "chosen": "four"}


def document(**members: Any) -> dict[str, Any]:
    """A contract with one operation, and *members* of the operation."""
    operation = {"operationId": "listCourses", "responses": {"204": {"description": "None."}}, **members}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Small", "version": "1.0.0"},
        "paths": {"/courses": {"get": operation}},
    }


@pytest.fixture
def answered_otherwise() -> Comparison:
    """Another answer to an assumption, and nothing else."""
    old, new = {"A-01": ROW}, {"A-01": {**ROW, "chosen": "five"}}
    return compare(Version("old", document(), old), Version("new", document(), new))


@pytest.mark.parametrize("rendering", [text, markdown])
def test_a_difference_of_the_whole_document_says_so(answered_otherwise: Comparison, rendering: Any) -> None:
    shown = rendering(answered_otherwise).lower()

    assert ("concerns" in shown, "the whole document" in shown, "used by" in shown) == (True, True, False)


def test_json_names_the_row_that_is_answered_otherwise(answered_otherwise: Comparison) -> None:
    named = [difference["assumptions"] for difference in json.loads(as_json(answered_otherwise))["differences"]]

    assert named == [["A-01"]]


def test_json_names_the_assumptions_of_a_changed_mark() -> None:
    old, new = document(**{"x-assumption-behaviour": "A-01"}), document(**{"x-assumption-behaviour": ["A-02", "A-03"]})

    (difference,) = json.loads(as_json(compare(Version("old", old, None), Version("new", new, None))))["differences"]

    assert difference["assumptions"] == ["A-01", "A-02", "A-03"]


def test_the_page_shows_names_as_code_and_keeps_tags_as_text() -> None:
    page = document(parameters=[{"name": "<b>", "in": "query", "schema": {"type": "integer"}}])

    shown = html(compare(Version("old", document(), None), Version("new", page, None)))

    assert ("<code>&lt;b&gt;</code>" in shown, "<b>" in shown) == (True, False)
