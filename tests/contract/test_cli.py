"""`teesheet contract bundle` prints either document as one file. `python -m openapi` writes the published documents."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from conformance.cli import commands
from mock_server.cli import main
from openapi import __main__ as publishing
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


@pytest.mark.parametrize("name", ["openapi", "openapi/openapi.yaml", "HEAD", "HEAD:openapi/openapi.yaml"])
def test_bundle_takes_every_name_of_a_version(repository: Path, name: str) -> None:
    assert json.loads(said("bundle", name).output)["info"]["version"] == "1.1.0"


def test_bundle_takes_a_release() -> None:
    assert json.loads(said("bundle", "1.3.0").output)["info"]["version"] == "1.3.0"


PUBLISHING = [
    pytest.param([], 0, True, id="without arguments"),
    pytest.param(["--help"], 0, False, id="help"),
    pytest.param(["--hlep"], 2, False, id="a misspelt option"),
    pytest.param(["dist"], 2, False, id="an argument"),
]


@pytest.mark.parametrize(("arguments", "code", "writes"), PUBLISHING)
def test_python_m_openapi_writes_only_without_arguments(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], code: int, writes: bool
) -> None:
    folder = tmp_path / "dist"
    monkeypatch.setattr(publishing, "DIST", folder)

    answer = CliRunner().invoke(publishing.write_published_forms, arguments)

    assert (answer.exit_code, folder.exists()) == (code, writes)


GROUPS = {"teesheet": main, "teesheet contract": contract_commands, "the suite alone": commands}


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_every_command_is_suggested_for_a_misspelling(group: click.Group) -> None:
    names = group.list_commands(click.Context(group))
    misspelt = {name: CliRunner().invoke(group, [f"{name}x"]) for name in names}

    suggested = {name for name, answer in misspelt.items() if f"Did you mean {name!r}?" in answer.output}
    assert suggested == set(names) != set()
    assert {answer.exit_code for answer in misspelt.values()} == {2}


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_all_commands_are_named_for_a_word_that_is_near_to_none(group: click.Group) -> None:
    refused = CliRunner().invoke(group, ["zzz"])

    assert (
        f"No such command 'zzz'. Known: {', '.join(sorted(group.list_commands(click.Context(group))))}."
        in refused.output
    )
