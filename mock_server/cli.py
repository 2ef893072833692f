"""The command `teesheet`. Each subcommand is loaded only when it is called, so that every command starts fast."""

from collections.abc import Mapping

import click

from mock_server.loading import without_collections
from openapi.cli import NamedCommands

# command -> the place of its click command, and its help line.
COMMANDS: Mapping[str, tuple[str, str]] = {
    "serve": ("mock_server.serve:serve", "Start the sandbox."),
    "init": ("conformance.commands.init:init", "Explore an implementation, and write a target file."),
    "plan": ("conformance.commands.plan:plan", "Show before a run what it would send and create."),
    "check": ("conformance.commands.check:check", "Judge an implementation, requirement by requirement."),
    "judge": ("conformance.commands.judge:judge", "Give verdicts again from a recording, without the target."),
    "grade": ("conformance.commands.grade:grade", "Grade a client: what an agency must do right."),
    "proxy": ("conformance.commands.proxy:proxy", "Judge the traffic between callers and a service."),
    "compare": ("conformance.commands.compare:compare", "Show which requirements changed between two reports."),
    "sweep": ("conformance.commands.sweep:sweep", "Remove the things that a run left on its target."),
    "gaps": ("conformance.commands.gaps:gaps", "Print the open points of the specification."),
    "requirements": ("conformance.commands.requirements:requirements", "Show the catalogue of requirements."),
    "mcp": ("mock_server.agents.command:mcp", "Serve the sandbox to an agent, by the Model Context Protocol."),
    "contract": ("openapi.cli:contract_commands", "See what a contract says, and what a change of it means."),
}


# A module that the base installation does not have -> the extra that brings it.
EXTRAS: Mapping[str, str] = {
    **dict.fromkeys(("hypothesis", "openapi_core", "pytest", "rich", "schemathesis", "_pytest"), "check"),
    "openapi_spec_validator": "contract",
    "psycopg": "postgres",
    "faker": "seeds",
    "mcp": "mcp",
}
# Modules of Python that Windows lacks.
NOT_ON_WINDOWS = frozenset({"fcntl", "resource"})
USAGE = 2


def _way_out(missing: str) -> str | None:
    """What to do about a missing module; None if nothing is known about it."""
    if missing in NOT_ON_WINDOWS:
        return "this does not run on Windows. Run it in WSL."
    extra = EXTRAS.get(missing.partition(".")[0])
    if extra is None:
        return None
    return f"this needs {missing}, which the base installation lacks. Run: pip install 'teesheet[{extra}]'"


class _Commands(NamedCommands):
    named = COMMANDS

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command. A missing module ends it with a way out: the line that installs the extra, or WSL."""
        try:
            return super().invoke(ctx)
        except ModuleNotFoundError as error:
            way_out = _way_out(error.name or "")
            if way_out is None:
                raise
            click.echo(f"teesheet: {way_out}", err=True)
            ctx.exit(USAGE)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command with this name. Its import runs without the garbage collector."""
        with without_collections():
            return super().get_command(ctx, cmd_name)


@click.command(cls=_Commands)
@click.version_option(package_name="teesheet")
def main() -> None:
    """A stateful sandbox and a conformance suite for a golf tee-time booking interface."""


if __name__ == "__main__":
    main()
