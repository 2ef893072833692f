"""Lint reads OpenAPI 3.0: a document has to be valid in its own words, and the other rules judge what it means."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openapi.cli import contract_commands

DIST = Path(__file__).parents[2] / "openapi" / "dist" / "openapi-3.0.json"
SIZE: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": 18, "description": "Number of holes.", "example": 9}


def lint(*arguments: str | Path) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, ["lint", *map(str, arguments)])


def written(folder: Path, size: dict[str, Any]) -> Path:
    """A file with a contract of OpenAPI 3.0. One member of its answer has the schema *size*."""
    schema = {"type": "object", "description": "A round.", "properties": {"holes": size}}
    answer = {"description": "The round.", "content": {"application/json": {"schema": schema}}}
    operation = {"operationId": "getRound", "responses": {"200": answer}}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Rounds", "version": "1.0.0"},
        "paths": {"/r": {"get": operation}},
    }
    file = folder / "rounds.json"
    file.write_text(json.dumps(document, indent=1), "utf-8")
    return file


def rules_about(result: Result, words: str) -> set[str]:
    """The rules whose findings contain some words."""
    return {line.split(": ")[1] for line in result.stdout.splitlines() if words in line}


def test_the_rendering_of_our_contract_keeps_every_rule() -> None:
    result = lint(DIST)

    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)


def test_a_member_with_everything_in_words_of_3_0_has_no_finding(tmp_path: Path) -> None:
    assert (
        rules_about(lint(written(tmp_path, {**SIZE, "nullable": True, "exclusiveMinimum": True})), "`holes`") == set()
    )


@pytest.mark.parametrize(
    ("size", "rule"),
    [
        ({**SIZE, "description": "Number of holes"}, "description-in-sentences"),
        ({name: value for name, value in SIZE.items() if name != "example"}, "property-has-example"),
        ({**SIZE, "example": 19}, "example-fits-schema"),
        ({**SIZE, "maximum": 2**63}, "bounds-fit-64-bits"),
    ],
)
def test_a_style_rule_judges_a_document_of_3_0(tmp_path: Path, size: dict[str, Any], rule: str) -> None:
    assert f": {rule}: " in lint(written(tmp_path, size)).stdout


def test_a_bound_that_is_exclusive_counts(tmp_path: Path) -> None:
    assert ": example-fits-schema: " in lint(written(tmp_path, {**SIZE, "maximum": 9, "exclusiveMaximum": True})).stdout


def test_null_fits_a_member_that_is_nullable(tmp_path: Path) -> None:
    assert ": example-fits-schema: " not in lint(written(tmp_path, {**SIZE, "nullable": True, "example": None})).stdout


def test_a_word_of_3_1_is_not_valid_in_3_0(tmp_path: Path) -> None:
    result = lint(written(tmp_path, {**SIZE, "exclusiveMaximum": 19}))

    assert ("This is not valid OpenAPI 3.0" in result.stdout, result.exit_code) == (True, 1)


def test_fix_writes_no_words_of_3_1(tmp_path: Path) -> None:
    file = written(tmp_path, {"type": "string", "enum": ["a"], "description": "A letter."})

    lint(file, "--fix")

    assert '"examples"' not in file.read_text("utf-8")


def test_another_edition_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = written(tmp_path, SIZE)
    file.write_text(file.read_text("utf-8").replace("3.0.3", "3.2.0"), "utf-8")

    result = lint(file)

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
