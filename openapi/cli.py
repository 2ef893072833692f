"""`teesheet contract`: what a designer asks about contracts. A subcommand is loaded only when it is called."""

import importlib
from collections.abc import Mapping
from pathlib import Path

import click

from openapi.clones import other_clone, run_from
from openapi.spelling import did_you_mean

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


class SuggestingGroup(click.Group):
    """A group that suggests the nearest command for an unknown word, as options do.

    Click compares with the commands that are loaded, and here a command is loaded only when somebody calls it.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The name of the command, the command, and its arguments. Raises UsageError with the nearest command."""
        known = self.list_commands(ctx)
        if args[0] not in known and args[0][:1] != "-" and not ctx.resilient_parsing:
            raise click.UsageError(f"No such command {args[0]!r}.{did_you_mean(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)


class NamedCommands(SuggestingGroup):
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


# This command is a sandbox, and runs until somebody ends it. All other commands are about files: in a clone, about the
# files of the clone, its releases included.
_SANDBOX = "preview"


class _Commands(NamedCommands):
    named = COMMANDS

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments. A command about files runs with the code of the clone around the current folder."""
        is_about_files = bool(args) and args[0] in COMMANDS and args[0] != _SANDBOX
        clone = other_clone(Path.cwd()) if is_about_files else None
        if clone is not None:
            ctx.exit(run_from(clone, ["contract", *args]))
        return super().parse_args(ctx, args)


@click.command("contract", cls=_Commands)
def contract_commands() -> None:
    """See what a contract says, and what a change of it means."""
