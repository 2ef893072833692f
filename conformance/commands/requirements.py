"""The commands `requirements list`, `requirements show` and `requirements coverage`."""

import click
import yaml

from conformance.catalogue import CatalogueError, Requirement
from conformance.catalogue_files import load_catalogue
from conformance.coverage import cover
from conformance.engine import collect_marks
from conformance.results import EXIT_NOT_STARTED
from conformance.shapes import Shape

_EXIT_UNDECIDED = 1


@click.group()
def requirements() -> None:
    """Look into the catalogue of requirements."""


@requirements.command("list")
def list_rows() -> None:
    """One line per requirement: id, level, profile, sentence."""
    for row in load_catalogue():
        click.echo(f"{row.id}  {row.level.value:8}  {row.profile or '-':7}  {row.sentence}")


@requirements.command()
@click.argument("requirement_id", metavar="ID")
@click.pass_context
def show(context: click.Context, requirement_id: str) -> None:
    """Everything the catalogue says about one requirement."""
    try:
        row = load_catalogue().row(requirement_id)
    except CatalogueError as error:
        click.echo(f"teesheet requirements: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    for name, value in _facts(row).items():
        click.echo(f"{name:9} {value}")
    for shape in row.shapes:
        click.echo(f"\n{_shape_text(shape)}")


@requirements.command()
@click.pass_context
def coverage(context: click.Context) -> None:
    """Which checks decide which requirement; exit code 1 when a decided profile has a gap."""
    marks, faults = collect_marks()
    covered = cover(load_catalogue(), marks)
    for row_id, checks in covered.checks.items():
        deciding = [*(["shape"] if row_id in covered.shaped else []), *checks]
        if deciding:
            click.echo(f"{row_id}  {', '.join(deciding)}")
    complaints = [*faults, *covered.complaints]
    for complaint in complaints:
        click.echo(complaint, err=True)
    context.exit(_EXIT_UNDECIDED if complaints else 0)


def _facts(row: Requirement) -> dict[str, str]:
    facts = {
        "id": row.id,
        "level": f"{row.level.value} ({row.basis.value})",
        "sentence": row.sentence,
        "heading": row.heading,
        "costs": row.costs,
        "profile": row.profile,
        "mode": row.mode,
        "needs": ", ".join(row.needs),
        "how": row.how,
        "traps": row.traps,
        "fault": row.fault,
        "reason": row.reason,
    }
    return {name: value for name, value in facts.items() if value}


def _shape_text(shape: Shape) -> str:
    members = {
        "operations": list(shape.operations),
        "query": list(shape.query),
        "course": shape.course,
        "where": shape.where,
        "at": list(shape.at),
        "schema": shape.schema,
        "advisory_schema": shape.advisory_schema,
    }
    return yaml.safe_dump({"shape": {name: value for name, value in members.items() if value}}, sort_keys=False)
