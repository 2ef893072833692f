"""`teesheet contract`: both documents are linted, and either is printed as one file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openapi.bundler import CONTROL_FILE, DOCUMENTS, bundle
from openapi.cli import contract_commands
from openapi.rendering import rendering_30


def said(*arguments: str) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, list(arguments))


def test_lint_looks_at_both_documents() -> None:
    linted = said("lint")

    assert (linted.exit_code, linted.output.splitlines()) == (0, [f"{name}: valid OpenAPI 3.1." for name in DOCUMENTS])


def test_lint_looks_at_one_file_when_it_is_named() -> None:
    linted = said("lint", str(CONTROL_FILE))

    assert (linted.exit_code, linted.output) == (0, "control.yaml: valid OpenAPI 3.1.\n")


def test_lint_says_where_a_document_is_wrong(tmp_path: Path) -> None:
    wrong = tmp_path / "caddies.yaml"
    wrong.write_text(
        "openapi: 3.1.0\ninfo: {title: Caddies, version: 1.0.0}\npaths: {/caddies: {get: {}, x: 3}}\n", "utf-8"
    )

    linted = said("lint", str(wrong))

    assert (linted.exit_code, "caddies.yaml: paths" in linted.output) == (1, True)


def test_lint_of_a_file_that_is_missing_is_one_sentence(tmp_path: Path) -> None:
    linted = said("lint", str(tmp_path / "none.yaml"))

    assert (linted.exit_code, linted.output.count("\n"), "none.yaml: cannot be read" in linted.output) == (2, 1, True)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_bundle_prints_the_document_that_is_named(name: str) -> None:
    assert json.loads(said("bundle", "--document", name).output) == bundle(DOCUMENTS[name])


def test_bundle_prints_the_interface_unless_told_otherwise() -> None:
    assert json.loads(said("bundle").output) == bundle()


def test_bundle_prints_the_older_notation_on_request() -> None:
    assert json.loads(said("bundle", "--openapi", "3.0").output) == rendering_30(bundle())


def test_bundle_takes_a_file_or_a_name_and_not_both() -> None:
    refused = said("bundle", str(CONTROL_FILE), "--document", "control")

    assert (refused.exit_code, "exclude each other" in refused.output) == (2, True)
