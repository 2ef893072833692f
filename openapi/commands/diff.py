"""`teesheet contract diff`: what changed between two versions of a contract, and for whom does it break?"""

import importlib
from collections.abc import Collection, Mapping

import click

from openapi.commands.reading import valid_version_or_fail
from openapi.diff.outcomes import ExtraBreak, exit_code

# format -> the place of its rendering. A rendering is loaded only when it is asked for.
_FORMATS: Mapping[str, tuple[str, str]] = {
    "text": ("openapi.diff.renderings.text", "text"),
    "json": ("openapi.diff.renderings.json_report", "as_json"),
    "markdown": ("openapi.diff.renderings.markdown", "markdown"),
    "html": ("openapi.diff.renderings.html_page", "html"),
    "sarif": ("openapi.diff.renderings.sarif", "sarif"),
}


class _Concerns(click.ParamType[Collection[ExtraBreak]]):
    """A list of concerns, separated by commas."""

    name = "concerns"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Collection[ExtraBreak]:
        words = [word.strip() for word in str(value).split(",")]
        wrong = [word for word in words if word not in list(ExtraBreak)]
        if wrong:
            message = f"{wrong[0]!r} is not a concern. Choose from {', '.join(ExtraBreak)}, separated by commas."
            self.fail(message, param, ctx)
        return frozenset(ExtraBreak(word) for word in words)


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--format", "form", type=click.Choice(list(_FORMATS)), default="text", show_default=True)
@click.option("--fail-on", type=_Concerns(), default=None, help="Also end with 1 on: behaviour, server, codegen.")
def diff(old: str, new: str, form: str, fail_on: Collection[ExtraBreak] | None) -> None:
    """Show what changed in meaning from OLD to NEW, and for whom it breaks.

    OLD and NEW are a file, a folder with an openapi.yaml, a release such as 1.3.0, a git revision or `published`.
    The command ends with 0 if the change is compatible, 1 if it breaks a client or a receiver of webhooks,
    2 if the command is wrong, and 3 if a break is neither proved nor excluded.
    """
    versions = valid_version_or_fail(old), valid_version_or_fail(new)
    from openapi.diff.comparing import compare  # noqa: PLC0415 - Slow to load, and not needed to refuse bad input.

    comparison = compare(*versions)
    module, name = _FORMATS[form]
    click.echo(getattr(importlib.import_module(module), name)(comparison))
    raise click.exceptions.Exit(exit_code(comparison, fail_on or ()))
