"""`teesheet contract`: what a designer asks about contracts. A subcommand is loaded only when it is called."""

import importlib
from collections.abc import Mapping

import click

# subcommand -> the place of its click command, and its help line. Rooms above this room are named, never imported.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "lint": ("openapi.commands.lint:lint", "Check that a contract is valid and in our style."),
    "release": ("openapi.commands.release:release", "Compute the number of a release, and draft what people need."),
    "diff": ("openapi.commands.diff:diff", "Show what a change means, and for whom it breaks."),
    "answer": ("openapi.commands.answer:answer", "Show who obeys the answer to an assumption."),
    "impact": ("openapi.commands.impact:impact", "Show what each difference between two versions touches."),
    "replay": ("conformance.commands.replay:replay", "Judge recorded traffic against a candidate contract."),
    "preview": ("mock_server.preview:preview", "Serve a contract and every edit of it."),
    "bundle": ("openapi.commands.bundle:bundle_command", "Print a contract as one JSON document."),
}


class NamedCommands(click.Group):
    """A group that loads a command only when somebody calls it. *named* has the place and the help line of each."""

    named: Mapping[str, tuple[str, str]]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature.
        """The names of the commands, in the order of the table."""
        return list(self.named)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature.
        """The command with this name, loaded; None if there is no such command."""
        if cmd_name not in self.named:
            return None
        module, _, name = self.named[cmd_name][0].partition(":")
        command = getattr(importlib.import_module(module), name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's signature.
        """Writes the help lines, without loading a command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.named.items()])


class _Commands(NamedCommands):
    named = COMMANDS


@click.command("contract", cls=_Commands)
def contract_commands() -> None:
    """See what a contract says, and what a change of it means."""
