"""The renderings of `teesheet contract diff`: for a terminal, for programs, for a pull request and for a browser."""

import json
from html.parser import HTMLParser
from pathlib import Path

import jsonschema_rs
import pytest

from openapi.diff import renderings
from openapi.diff.model import Comparison, Verdict
from openapi.diff.renderings.markdown import markdown
from openapi.diff.renderings.text import text
from tests.contract.caddies import CADDIES
from tests.contract.compared import (
    FEWER_PAGES,
    NEW_OPERATION_ID,
    diff,
    difference,
    line_of,
    write,
)

SCHEMA = json.loads((Path(renderings.__file__).parent / "diff.schema.json").read_bytes())


def test_equal_contracts_are_one_sentence(edited: Path) -> None:
    assert " ".join(diff(CADDIES, edited).output.split()) == f"{CADDIES} and {edited} mean the same."


def test_a_break_is_a_paragraph_with_place_audience_and_witness(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    shown = diff(CADDIES, edited).output

    assert f"{edited / 'openapi.yaml'}:{line_of(edited, 'name: page,')}\n  `maximum` was 999 and is 50." in shown
    assert "  client: breaking." in shown
    assert "      GET /caddies?page=51\n" in shown
    assert "Right under old, refused by new:" in shown


def test_no_line_of_the_text_is_wider_than_80_columns_except_a_place(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    lines = diff(CADDIES, edited).output.splitlines()

    assert [line for line in lines if len(line) > 80 and "openapi.yaml" not in line] == []


def test_the_text_shows_breaks_before_undecided_and_compatible_differences() -> None:
    verdicts = (Verdict.COMPATIBLE, Verdict.UNDECIDED, Verdict.BREAKING)

    shown = text(Comparison("old", "new", tuple(map(difference, verdicts))))

    headings = [shown.index(word) for word in ("Breaking (1)", "Undecided (1)", "Compatible (1)")]
    assert headings == sorted(headings)


def test_many_differences_are_grouped_by_operation() -> None:
    subjects = ["listCaddies", "createCaddy"] * 4

    shown = text(Comparison("old", "new", tuple(difference(Verdict.BREAKING, subject=name) for name in subjects)))

    assert (shown.count("\nlistCaddies\n-----------\n"), shown.count("\ncreateCaddy\n-----------\n")) == (1, 1)


def test_the_text_says_how_many_further_operations_a_difference_touches() -> None:
    uses = ("a", "b", "c", "d", "e")

    assert "used by: a, b, c and 2 more" in text(Comparison("old", "new", (difference(Verdict.BREAKING, uses=uses),)))


def test_the_text_sends_no_control_characters_to_a_terminal() -> None:
    shown = text(Comparison("old", "new", (difference(Verdict.BREAKING, sentence="\x1b[2J gone"),)))

    assert "\x1b" not in shown


def test_the_text_says_what_was_not_compared(edited: Path) -> None:
    (edited / "assumptions.yaml").unlink()

    assert "Not compared: The answers of assumptions" in diff(CADDIES, edited).output


@pytest.mark.parametrize("edit", [FEWER_PAGES, NEW_OPERATION_ID], ids=["a break", "a new name"])
def test_json_keeps_its_schema(edited: Path, edit: tuple[str, str]) -> None:
    write(edited, edit)

    jsonschema_rs.validate(SCHEMA, json.loads(diff(CADDIES, edited, "--format", "json").output))


def test_json_has_place_verdict_and_witness_of_a_break(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    first = json.loads(diff(CADDIES, edited, "--format", "json").output)["differences"][0]

    place = {"file": str(edited / "openapi.yaml"), "line": line_of(edited, "name: page,")}
    assert (first["new"], first["client"], first["witness"]["value"]) == (place, "breaking", 51)


def test_sarif_has_a_level_for_each_verdict_and_a_rule_for_each_kind(edited: Path) -> None:
    write(edited, FEWER_PAGES)
    write(edited, NEW_OPERATION_ID)

    run = json.loads(diff(CADDIES, edited, "--format", "sarif").output)["runs"][0]

    levels = [(result["ruleId"], result["level"]) for result in run["results"]]
    assert levels[0] == ("keyword-changed", "error")
    assert ("operation-renamed", "note") in levels
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["keyword-changed", "operation-renamed"]


def test_sarif_places_a_break_in_the_new_file(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    first = json.loads(diff(CADDIES, edited, "--format", "sarif").output)["runs"][0]["results"][0]

    place = first["locations"][0]["physicalLocation"]
    shown = (place["artifactLocation"]["uri"], place["region"]["startLine"])
    assert shown == (str(edited / "openapi.yaml"), line_of(edited, "name: page,"))


def test_markdown_folds_what_is_compatible(edited: Path) -> None:
    write(edited, FEWER_PAGES)
    write(edited, NEW_OPERATION_ID)

    shown = diff(CADDIES, edited, "--format", "markdown").output

    assert shown.index("### Breaking (1)") < shown.index("```http") < shown.index("<details><summary>Compatible")


def test_markdown_turns_words_of_a_contract_into_no_tag_and_no_mention() -> None:
    shown = markdown(Comparison("old", "new", (difference(Verdict.BREAKING, sentence="<img src=x> @everybody"),)))

    assert "&lt;img src=x> &#64;everybody" in shown


def test_markdown_fits_into_a_comment() -> None:
    many = tuple(difference(Verdict.BREAKING, sentence="A sentence. " * 20) for _ in range(500))

    shown = markdown(Comparison("old", "new", many))

    assert (len(shown) < 65_536, "exceed the length of a comment" in shown) == (True, True)


class _Addresses(HTMLParser):
    """Collects what a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str | None] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.found += [value for name, value in attrs if name in ("src", "href", "action") and value != "data:,"]


def test_the_page_loads_nothing(edited: Path) -> None:
    write(edited, FEWER_PAGES)
    addresses = _Addresses()

    addresses.feed(diff(CADDIES, edited, "--format", "html").output)

    assert addresses.found == []


def test_the_page_shows_the_witness_of_a_break(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    assert "<pre>GET /caddies?page=51</pre>" in diff(CADDIES, edited, "--format", "html").output


def test_the_page_shows_words_of_a_contract_as_words(edited: Path) -> None:
    write(edited, ("operationId: createCaddy", "operationId: <script>"))

    assert "&lt;script&gt;" in diff(CADDIES, edited, "--format", "html").output
