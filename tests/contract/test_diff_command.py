"""`teesheet contract diff`: its renderings, its exit codes, and what it refuses."""

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from click.testing import CliRunner, Result

from openapi.cli import contract_commands
from openapi.diff import renderings
from openapi.diff.model import Comparison, Difference, Side, Verdict
from openapi.diff.outcomes import Concern, exit_code
from openapi.diff.renderings.markdown import markdown
from openapi.diff.renderings.text import text

SMALL = Path(__file__).parent / "small"
SCHEMA = json.loads((Path(renderings.__file__).parent / "diff.schema.json").read_bytes())
FORMATS = ("text", "json", "markdown", "html", "sarif")
# What is written in the small contract, and what an edit writes instead.
FEWER_PAGES = ("maximum: 999", "maximum: 50")
MORE_PAGES = ("maximum: 999}}\n        - {name: pageSize", "maximum: 1999}}\n        - {name: pageSize")
NEW_OPERATION_ID = ("operationId: createCaddy", "operationId: addCaddy")
NEW_ANSWER = ("chosen: ", "chosen: otherwise-")


def diff(*arguments: str | Path) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, ["diff", *map(str, arguments)])


@pytest.fixture
def edited(tmp_path: Path) -> Path:
    """A copy of the small contract, in a folder of its own."""
    return Path(shutil.copytree(SMALL, tmp_path / "edited"))


def write(folder: Path, edit: tuple[str, str], name: str = "openapi.yaml") -> None:
    """Replaces a text of a file."""
    file = folder / name
    before = file.read_text("utf-8")
    assert edit[0] in before
    file.write_text(before.replace(*edit), "utf-8")


def line_of(folder: Path, words: str) -> int:
    """The first line of the contract that contains some words."""
    lines = (folder / "openapi.yaml").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


@pytest.mark.parametrize("form", FORMATS)
def test_a_break_ends_with_1_in_every_format(edited: Path, form: str) -> None:
    write(edited, FEWER_PAGES)

    assert diff(SMALL, edited, "--format", form).exit_code == 1


@pytest.mark.parametrize("form", FORMATS)
def test_equal_contracts_end_with_0_in_every_format(edited: Path, form: str) -> None:
    assert diff(SMALL, edited, "--format", form).exit_code == 0


def test_equal_contracts_are_one_sentence(edited: Path) -> None:
    assert " ".join(diff(SMALL, edited).output.split()) == f"{SMALL} and {edited} mean the same."


def test_a_break_is_a_paragraph_with_place_audience_and_witness(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    shown = diff(SMALL, edited).output

    assert f"{edited / 'openapi.yaml'}:{line_of(edited, 'name: page,')}\n  `maximum` was 999 and is 50." in shown
    assert "  client: breaking." in shown
    assert "      GET /caddies?page=51\n" in shown
    assert "Right under old, refused by new:" in shown


def test_generated_names_alone_are_compatible(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(SMALL, edited).exit_code == 0


@pytest.mark.parametrize(
    ("edit", "file", "concern"),
    [
        pytest.param(NEW_OPERATION_ID, "openapi.yaml", "codegen", id="a generated name"),
        pytest.param(MORE_PAGES, "openapi.yaml", "server", id="a page that was refused"),
        pytest.param(NEW_ANSWER, "assumptions.yaml", "behaviour", id="the answer of an assumption"),
    ],
)
def test_fail_on_turns_a_concern_into_a_failure(edited: Path, edit: tuple[str, str], file: str, concern: str) -> None:
    write(edited, edit, file)

    codes = (diff(SMALL, edited).exit_code, diff(SMALL, edited, "--fail-on", concern).exit_code)

    assert codes == (0, 1)


def test_fail_on_takes_a_list(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(SMALL, edited, "--fail-on", "behaviour,codegen").exit_code == 1


def test_fail_on_leaves_other_concerns_alone(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(SMALL, edited, "--fail-on", "behaviour").exit_code == 0


def test_a_wrong_concern_is_refused_with_the_right_words(edited: Path) -> None:
    refused = diff(SMALL, edited, "--fail-on", "client")

    assert (refused.exit_code, "Choose from behaviour, server, codegen" in refused.output) == (2, True)


def difference(client: Verdict, **facts: Any) -> Difference:
    """A difference with a verdict for clients."""
    written = {"kind": "keyword-changed", "side": Side.REQUEST, "subject": "listCaddies", "part": "query page"}
    return Difference(
        **(written | {"sentence": "A sentence.", "uses": ("listCaddies",), "old": None, "new": None} | facts),
        client=client,
    )


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        pytest.param([], 0, id="no difference"),
        pytest.param([Verdict.COMPATIBLE], 0, id="compatible"),
        pytest.param([Verdict.COMPATIBLE, Verdict.UNDECIDED], 3, id="undecided"),
        pytest.param([Verdict.UNDECIDED, Verdict.BREAKING], 1, id="undecided and breaking"),
    ],
)
def test_the_worst_difference_decides_the_exit_code(verdicts: list[Verdict], code: int) -> None:
    assert exit_code(Comparison("old", "new", tuple(map(difference, verdicts)))) == code


def test_a_concern_that_fails_is_stronger_than_an_undecided_difference() -> None:
    comparison = Comparison("old", "new", (difference(Verdict.UNDECIDED, codegen="Generated types change."),))

    assert exit_code(comparison, [Concern.CODEGEN]) == 1


def test_no_line_of_the_text_is_wider_than_80_columns_except_a_place(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    lines = diff(SMALL, edited).output.splitlines()

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

    assert "Not compared: The answers of assumptions" in diff(SMALL, edited).output


@pytest.mark.parametrize("edit", [FEWER_PAGES, NEW_OPERATION_ID], ids=["a break", "a new name"])
def test_json_keeps_its_schema(edited: Path, edit: tuple[str, str]) -> None:
    write(edited, edit)

    jsonschema_rs.validate(SCHEMA, json.loads(diff(SMALL, edited, "--format", "json").output))


def test_json_has_place_verdict_and_witness_of_a_break(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    first = json.loads(diff(SMALL, edited, "--format", "json").output)["differences"][0]

    place = {"file": str(edited / "openapi.yaml"), "line": line_of(edited, "name: page,")}
    assert (first["new"], first["client"], first["witness"]["value"]) == (place, "breaking", 51)


def test_sarif_has_a_level_for_each_verdict_and_a_rule_for_each_kind(edited: Path) -> None:
    write(edited, FEWER_PAGES)
    write(edited, NEW_OPERATION_ID)

    run = json.loads(diff(SMALL, edited, "--format", "sarif").output)["runs"][0]

    levels = [(result["ruleId"], result["level"]) for result in run["results"]]
    assert levels[0] == ("keyword-changed", "error")
    assert ("operation-renamed", "note") in levels
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["keyword-changed", "operation-renamed"]


def test_sarif_places_a_break_in_the_new_file(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    first = json.loads(diff(SMALL, edited, "--format", "sarif").output)["runs"][0]["results"][0]

    place = first["locations"][0]["physicalLocation"]
    shown = (place["artifactLocation"]["uri"], place["region"]["startLine"])
    assert shown == (str(edited / "openapi.yaml"), line_of(edited, "name: page,"))


def test_markdown_folds_what_is_compatible(edited: Path) -> None:
    write(edited, FEWER_PAGES)
    write(edited, NEW_OPERATION_ID)

    shown = diff(SMALL, edited, "--format", "markdown").output

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

    addresses.feed(diff(SMALL, edited, "--format", "html").output)

    assert addresses.found == []


def test_the_page_shows_the_witness_of_a_break(edited: Path) -> None:
    write(edited, FEWER_PAGES)

    assert "<pre>GET /caddies?page=51</pre>" in diff(SMALL, edited, "--format", "html").output


def test_the_page_shows_words_of_a_contract_as_words(edited: Path) -> None:
    write(edited, ("operationId: createCaddy", "operationId: <script>"))

    assert "&lt;script&gt;" in diff(SMALL, edited, "--format", "html").output


HEAD = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\n"
ANSWER = "paths:\n  /a:\n    get:\n      responses:\n        '200': {description: A, content: {application/json: "


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        pytest.param("hello: world\n", "bad.yaml: is not an OpenAPI document.", id="no OpenAPI"),
        pytest.param("", "bad.yaml: is not an OpenAPI document.", id="an empty file"),
        pytest.param("a: [\n", "bad.yaml:2: ", id="no YAML"),
        pytest.param(
            HEAD + ANSWER + "{schema: {$ref: '#/components/schemas/B'}}}}\n",
            "bad.yaml:7: #/components/schemas/B does not exist.",
            id="a broken reference",
        ),
        pytest.param(
            HEAD + "paths: {/a: {$ref: '#/paths/~1a'}}\n",
            "bad.yaml:3: the reference #/paths/~1a leads back to itself.",
            id="a cycle",
        ),
        pytest.param("openapi: 2.0.0\n", "bad.yaml:1: OpenAPI 2.0.0 is not supported.", id="an old OpenAPI"),
        pytest.param(HEAD + "paths:\n  /a: 5\n", "bad.yaml:4: This is not valid OpenAPI 3.1: ", id="no path item"),
        pytest.param(
            HEAD + ANSWER + "{schema: {pattern: '('}}}}\n",
            "bad.yaml:7: This is not valid OpenAPI 3.1: ",
            id="a broken pattern",
        ),
    ],
)
def test_a_document_that_cannot_be_compared_is_one_sentence_with_its_line(
    tmp_path: Path, written: str, sentence: str
) -> None:
    (tmp_path / "bad.yaml").write_text(written, "utf-8")

    refused = diff(SMALL, tmp_path / "bad.yaml")

    assert (refused.exit_code, sentence in refused.output, refused.output.count("\n")) == (2, True, 1)


def test_the_old_version_is_refused_in_the_same_way(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("hello: world\n", "utf-8")

    assert diff(tmp_path / "bad.yaml", SMALL).exit_code == 2


def test_a_name_that_is_nothing_is_one_sentence() -> None:
    refused = diff(SMALL, "nowhere")

    assert (refused.exit_code, "nowhere: is no file, no folder and no git revision here." in refused.output) == (
        2,
        True,
    )


def test_versions_of_two_notations_of_openapi_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "older.yaml").write_text("openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {}\n", "utf-8")
    (tmp_path / "newer.yaml").write_text(HEAD + "paths: {}\n", "utf-8")

    assert diff(tmp_path / "older.yaml", tmp_path / "newer.yaml").exit_code == 0
