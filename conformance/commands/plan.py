"""The command `plan`. It parses, calls and prints; nothing is decided here."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.requirements import CatalogueError
from conformance.commands.run_options import only_option, resume_option
from conformance.footprint.measured import load_measurements
from conformance.judging.resuming import ResumeError, run_to_resume
from conformance.planning.plan import plan_of
from conformance.planning.plan_text import plan_json, plan_text
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.scope.selection import Options
from conformance.session.earlier import EarlierParts
from conformance.target.declarations import TargetError
from conformance.target.options import check_options, named_target, receiver_options, target_file_option
from conformance.text.terminal import say


@click.command()
@click.argument("base_url", required=False)
@target_file_option
@click.option("--read-only", is_flag=True, help="Plan a run that sends nothing but GET.")
@only_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@resume_option
@receiver_options
@check_options
@click.pass_context
def plan(
    context: click.Context,
    /,
    *,
    base_url: str | None,
    read_only: bool,
    only: tuple[str, ...],
    as_json: bool,
    resumed: Path | None,
    **options: Any,
) -> None:
    """Show before a run what `check` with the same options would send and create, and what could stay behind.

    With --resume, it shows what is left of a run that was cut short. Sends nothing. Exit codes: 0 planned, 2 the run
    could not start.
    """
    try:
        target = named_target(context, base_url, **options)
        chosen, earlier = Options(only, read_only), EarlierParts()
        if resumed:
            start = run_to_resume(resumed, target, chosen, None, load_catalogue())
            chosen, earlier = start.options, start.earlier
        today, measured = datetime.now(UTC).date(), load_measurements()
        planned = plan_of(target, chosen, load_catalogue(), measured, today, earlier)
    except (TargetError, CatalogueError, ResumeError) as error:
        say(f"teesheet plan: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    say(plan_json(planned) if as_json else plan_text(planned), nl=as_json)
