"""The commands `requirements list`, `requirements show` and `requirements coverage`."""

import click
import yaml

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import NEEDS, CatalogueError, Requirement
from conformance.catalogue.shapes import Shape
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.running.engine import collect_marks
from conformance.scope.coverage import cover
from conformance.text.terminal import say

_EXIT_UNDECIDED = 1


@click.group()
def requirements() -> None:
    """Show the catalogue of requirements."""


@requirements.command("list", short_help="Print a line for each requirement.")
def list_rows() -> None:
    """Print a line for each requirement: id, level, gravity of a should, profile, sentence."""
    for row in load_catalogue():
        gravity = row.gravity.value if row.gravity else "-"
        say(f"{row.id}  {row.level.value:8}  {gravity:7}  {row.profile or '-':7}  {row.sentence}")


@requirements.command()
@click.argument("requirement_id", metavar="ID")
@click.pass_context
def show(context: click.Context, requirement_id: str) -> None:
    """Print everything that the catalogue says about one requirement."""
    try:
        row = load_catalogue().row(requirement_id)
    except CatalogueError as error:
        say(f"teesheet requirements: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    for name, value in _facts(row).items():
        say(f"{name:9} {value}")
    for shape in row.shapes:
        say(f"\n{_shape_text(shape)}")


@requirements.command(short_help="Print the checks that decide each requirement.")
@click.pass_context
def coverage(context: click.Context) -> None:
    """Print the checks that decide each requirement; exit code 1 when no check decides a must or a should."""
    marks, faults = collect_marks()
    covered = cover(load_catalogue(), marks)
    for row_id, checks in covered.checks.items():
        deciding = [*(["shape"] if row_id in covered.shaped else []), *checks]
        if deciding:
            say(f"{row_id}  {', '.join(deciding)}")
    complaints = [*faults, *covered.complaints]
    for complaint in complaints:
        say(complaint, err=True)
    context.exit(_EXIT_UNDECIDED if complaints else 0)


def _facts(row: Requirement) -> dict[str, str]:
    facts = {
        "id": row.id,
        "level": f"{row.level.value} ({row.basis.value})",
        "sentence": row.sentence,
        "heading": row.heading,
        "entailed": row.entailed_by,
        "costs": row.costs,
        "gravity": row.gravity and f"{row.gravity.value}. {row.gravity_reason}",
        "profile": row.profile,
        "mode": row.mode,
        "needs": "; ".join(NEEDS[need] for need in row.needs),
        "assumes": ", ".join(row.assumptions),
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
