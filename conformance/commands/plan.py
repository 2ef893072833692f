"""The command `plan`. It parses, calls and prints; nothing is decided here."""

from datetime import UTC, datetime
from typing import Any

import click

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import CatalogueError
from conformance.commands.run_options import only_option
from conformance.footprint.measured import load_measurements
from conformance.planning.plan import plan_of
from conformance.planning.plan_text import plan_json, plan_text
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.scope.selection import Options
from conformance.target.declarations import TargetError
from conformance.target.options import agency_options, named_target, receiver_options, target_file_option
from conformance.text.terminal import say


@click.command()
@click.argument("base_url", required=False)
@target_file_option
@click.option("--read-only", is_flag=True, help="Plan a run that sends nothing but GET.")
@only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@receiver_options
@agency_options
@click.pass_context
def plan(
    context: click.Context,
    /,
    *,
    base_url: str | None,
    read_only: bool,
    only: tuple[str, ...],
    as_json: bool,
    **options: Any,
) -> None:
    """Show before a run what `check` with the same options would send and create, and what could stay behind.

    Sends nothing. Exit codes: 0 planned, 2 the run could not start.
    """
    try:
        target = named_target(context, base_url, **options)
        planned = plan_of(
            target, Options(only, read_only), load_catalogue(), load_measurements(), datetime.now(UTC).date()
        )
    except (TargetError, CatalogueError) as error:
        say(f"teesheet plan: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    say(plan_json(planned) if as_json else plan_text(planned), nl=as_json)
