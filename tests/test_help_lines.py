"""Each command has one line of help that says the same as its own page, and no line is cut."""

from collections.abc import Mapping

import click
import pytest
from click.testing import CliRunner

from mock_server.cli import COMMANDS, main
from openapi.cli import COMMANDS as CONTRACT_COMMANDS
from openapi.cli import contract_commands

GROUPS: Mapping[str, click.Group] = {"": main, "contract": contract_commands}
LINES = [
    *(("", name, summary) for name, (_, summary) in COMMANDS.items()),
    *(("contract", name, summary) for name, (_, summary) in CONTRACT_COMMANDS.items()),
]


def command_of(group: str, name: str) -> click.Command:
    loaded = GROUPS[group].get_command(click.Context(GROUPS[group]), name)
    assert loaded is not None
    return loaded


@pytest.mark.parametrize(("group", "name", "summary"), LINES)
def test_the_line_of_a_command_and_its_page_begin_with_one_verb(group: str, name: str, summary: str) -> None:
    page = command_of(group, name).help or ""

    assert page.split()[0] == summary.split(maxsplit=1)[0]


@pytest.mark.parametrize(("group", "name"), [("", ""), *((group, name) for group, name, _ in LINES)])
def test_no_line_of_help_is_cut(group: str, name: str) -> None:
    loaded = command_of(group, name) if name else main

    shown = CliRunner().invoke(loaded, ["--help"], terminal_width=80).stdout

    assert [line for line in shown.splitlines() if line.endswith("...") and not line.startswith("Usage:")] == []
