"""The group of the commands of the suite. A command is loaded when it is called, so that every command starts fast.

It decides nothing: each command is a module of `commands/`.
"""

import importlib

import click

from openapi.cli import SuggestingGroup

# Each name is a module of `commands/`, and the command in it.
COMMANDS = ("check", "compare", "gaps", "grade", "init", "judge", "plan", "proxy", "requirements", "sweep")


class _Commands(SuggestingGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature.
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature.
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"conformance.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.command(cls=_Commands)
def commands() -> None:
    """Judge an implementation of the golf tee-time booking interface, requirement by requirement."""
