"""`teesheet contract diff`: its exit codes, and what it refuses."""

from pathlib import Path

import pytest

from openapi.diff.model import Comparison, Verdict
from openapi.diff.outcomes import ExtraBreak, exit_code
from tests.contract.caddies import CADDIES
from tests.contract.compared import (
    FEWER_PAGES,
    MORE_PAGES,
    NEW_ANSWER,
    NEW_OPERATION_ID,
    diff,
    difference,
    write,
)

FORMATS = ("text", "json", "markdown", "html", "sarif")


@pytest.mark.parametrize("form", FORMATS)
def test_a_break_ends_with_1_in_every_format(edited: Path, form: str) -> None:
    write(edited, FEWER_PAGES)

    assert diff(CADDIES, edited, "--format", form).exit_code == 1


@pytest.mark.parametrize("form", FORMATS)
def test_equal_contracts_end_with_0_in_every_format(edited: Path, form: str) -> None:
    assert diff(CADDIES, edited, "--format", form).exit_code == 0


def test_generated_names_alone_are_compatible(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(CADDIES, edited).exit_code == 0


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

    codes = (diff(CADDIES, edited).exit_code, diff(CADDIES, edited, "--fail-on", concern).exit_code)

    assert codes == (0, 1)


def test_fail_on_takes_a_list(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(CADDIES, edited, "--fail-on", "behaviour,codegen").exit_code == 1


def test_fail_on_leaves_other_concerns_alone(edited: Path) -> None:
    write(edited, NEW_OPERATION_ID)

    assert diff(CADDIES, edited, "--fail-on", "behaviour").exit_code == 0


def test_a_wrong_concern_is_refused_with_the_right_words(edited: Path) -> None:
    refused = diff(CADDIES, edited, "--fail-on", "client")

    assert (refused.exit_code, "Choose from behaviour, server, codegen" in refused.output) == (2, True)


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

    assert exit_code(comparison, [ExtraBreak.CODEGEN]) == 1


HEAD = "openapi: 3.1.0\ninfo: {title: A, version: '1'}\n"
ANSWER = "paths:\n  /a:\n    get:\n      responses:\n        '200': {description: A, content: {application/json: "


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        pytest.param("hello: world\n", "bad.yaml is not an OpenAPI document.", id="no OpenAPI"),
        pytest.param("", "bad.yaml is empty.", id="an empty file"),
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

    refused = diff(CADDIES, tmp_path / "bad.yaml")

    assert (refused.exit_code, sentence in refused.output, refused.output.count("\n")) == (2, True, 1)


def test_the_old_version_is_refused_in_the_same_way(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("hello: world\n", "utf-8")

    assert diff(tmp_path / "bad.yaml", CADDIES).exit_code == 2


def test_a_name_that_is_nothing_is_one_sentence() -> None:
    refused = diff(CADDIES, "nowhere")

    assert (refused.exit_code, "nowhere is not a file, a folder or a git revision here." in refused.output) == (
        2,
        True,
    )


def test_versions_of_two_notations_of_openapi_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "older.yaml").write_text("openapi: 3.0.3\ninfo: {title: A, version: '1'}\npaths: {}\n", "utf-8")
    (tmp_path / "newer.yaml").write_text(HEAD + "paths: {}\n", "utf-8")

    assert diff(tmp_path / "older.yaml", tmp_path / "newer.yaml").exit_code == 0
