"""How the commands speak to a person: whatever a target sent is shown and not obeyed by the terminal."""

from typing import Any

import click
from rich.console import Console
from rich.text import Text

from conformance.text.visible import visible


class Terminal(Console):
    """A console that escapes what does not print in every text that it renders."""

    def render_str(self, text: str, **options: Any) -> Text:
        """*text* with its markup and style, as `visible` shows it."""
        return super().render_str(visible(text), **options)


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print *text*, as `visible` shows it, and a line feed unless *nl* is false; to standard error if *err*."""
    click.echo(visible(text), err=err, nl=nl)
