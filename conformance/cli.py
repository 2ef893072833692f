"""The command `check`, and the group of commands of the suite.

It parses, calls and prints; nothing is decided here.
"""

import secrets
import tempfile
from pathlib import Path

import click
from rich.console import Console

from conformance.baseline import BaselineError, apply_baseline, read_baseline
from conformance.catalogue import CatalogueError
from conformance.check import check as run_check
from conformance.compare_cli import compare
from conformance.preflight import PreflightError
from conformance.progress import showing_progress
from conformance.report import REPORT_FILES, write_reports
from conformance.requirements_cli import requirements
from conformance.results import EXIT_NOT_STARTED, RunResult
from conformance.selection import Options
from conformance.summary import print_summary
from conformance.target import Target, TargetError, describe_target, read_target_file
from conformance.transport import HttpTransport

_SEED_BELOW = 2**32


@click.command()
@click.argument("base_url", required=False)
@click.option("--api-key", envvar="TEESHEET_API_KEY", help="Key of the agency that the checks act for.")
@click.option("--second-api-key", envvar="TEESHEET_SECOND_API_KEY", help="Key of a second, unrelated agency.")
@click.option("--target", "target_file", metavar="FILE_OR_URL", help="What no document shows about the target (TOML).")
@click.option("--read-only", is_flag=True, help="Send nothing but GET.")
@click.option("--only", metavar="ID,..", default="", help="Decide these requirements only.")
@click.option("--seed", type=click.IntRange(0, _SEED_BELOW - 1), help="Repeat the random choices of an earlier run.")
@click.option(
    "--baseline",
    "baseline_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Known failures with reason, owner and last day (YAML or TOML).",
)
@click.option(
    "--report",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    default=Path("teesheet-report"),
    show_default=True,
    help=f"Where {', '.join(REPORT_FILES[:-1])} and {REPORT_FILES[-1]} go.",
)
@click.pass_context
def check(
    context: click.Context,
    /,
    *,
    base_url: str | None,
    api_key: str | None,
    second_api_key: str | None,
    target_file: str | None,
    read_only: bool,
    only: str,
    seed: int | None,
    baseline_file: Path | None,
    folder: Path,
) -> None:
    """Judge the implementation at BASE_URL, an address that ends in the version segment.

    Exit codes: 0 conformant, 1 violation or stale baseline, 2 the run could not start, 3 incomplete, 4 the suite broke.
    """
    try:
        declared = read_target_file(target_file) if target_file else {}
        target = describe_target(base_url, api_key, second_api_key, declared)
        options = Options(only=_ids(only), read_only=read_only)
        baseline = read_baseline(baseline_file) if baseline_file else ()
        _prepare(folder)
        found = _run(target, options, secrets.randbelow(_SEED_BELOW) if seed is None else seed)
    except (TargetError, BaselineError, PreflightError, CatalogueError) as error:
        click.echo(f"teesheet check: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    result = apply_baseline(found, baseline)
    write_reports(result, folder)
    print_summary(result, folder, Console())
    context.exit(result.exit_code)


def _ids(only: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in only.split(",") if one.strip())


def _prepare(folder: Path) -> None:
    """Make the folder before the run, so that a run of minutes does not end without a report, and empty it of older
    reports, so that a run that cannot start is not mistaken for the last one that could.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in REPORT_FILES:
            (folder / name).unlink(missing_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise TargetError(
            f"The reports cannot be written to {folder}: {error.strerror}. Name another --report."
        ) from error


def _run(target: Target, options: Options, seed: int) -> RunResult:
    transport = HttpTransport(target.budgets.timeout_seconds)
    try:
        with showing_progress(Console(stderr=True)) as progress:
            return run_check(target, options, seed, transport, progress)
    finally:
        transport.close()


@click.group()
def commands() -> None:
    """Judge an implementation of the golf tee-time booking interface, requirement by requirement."""


commands.add_command(check)
commands.add_command(compare)
commands.add_command(requirements)
