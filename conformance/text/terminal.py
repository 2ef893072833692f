"""The output of the commands: the terminal shows the texts of a target and does not obey them."""

from typing import Any

import click
from rich.console import Console
from rich.text import Text

from conformance.text.visible import visible


class Terminal(Console):
    """A console that escapes every character that does not print."""

    def render_str(self, text: str, **options: Any) -> Text:
        """*text* with its markup and style, as `visible` shows it."""
        return super().render_str(visible(text), **options)


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Prints *text*, as `visible` shows it, and a line feed unless *nl* is false; to standard error if *err*."""
    click.echo(visible(text), err=err, nl=nl)
