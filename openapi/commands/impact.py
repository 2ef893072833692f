"""`teesheet contract impact`: what the differences between two versions touch."""

from pathlib import Path

import click

from openapi.commands.reading import fail, version_or_fail
from openapi.impact.joining import impact_of
from openapi.impact.renderings import RENDERINGS
from openapi.places import ContractError


@click.command()
@click.argument("old")
@click.argument("new")
@click.option("--run", type=click.Path(path_type=Path), help="The report folder of a run: its checks, its exchanges.")
@click.option("--format", "form", type=click.Choice(list(RENDERINGS)), default="text", show_default=True)
def impact(old: str, new: str, run: Path | None, form: str) -> None:
    """Show what each difference between two versions of a contract touches.

    OLD and NEW are a file, a folder, a release such as 1.3.0, a git revision or `published`. Named are the requirement
    rows and their checks, assumptions, examples, mutants, handlers and columns of the sandbox, pages and generated
    clients. With --run, also the exchanges of a run that have the changed part. Exit codes: 0 printed, 2 an argument
    cannot be used.
    """
    before, after = version_or_fail(old), version_or_fail(new)
    try:
        found = impact_of(before, after, run)
    except ContractError as error:
        raise fail(str(error)) from None
    click.echo(RENDERINGS[form](found), nl=False)
