"""`teesheet contract bundle`: either document is printed as one file."""

import json

import pytest
from click.testing import CliRunner, Result

from openapi.bundler import CONTROL_FILE, DOCUMENTS, bundle
from openapi.cli import contract_commands
from openapi.rendering import rendering_30


def said(*arguments: str) -> Result:
    """What the command says to its arguments."""
    return CliRunner().invoke(contract_commands, list(arguments))


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
