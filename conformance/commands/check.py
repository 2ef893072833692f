"""The command `check`: it prepares the folder of the reports, draws a seed, runs, and writes. It judges nothing."""

import secrets
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import click

from conformance.asking.preflight import PreflightError
from conformance.catalogue.files import load_catalogue
from conformance.catalogue.own_rules import RuleError, with_rules
from conformance.catalogue.requirements import Catalogue, CatalogueError
from conformance.commands.collecting import collect_rarely
from conformance.commands.run_options import (
    baseline_option,
    fail_on_option,
    only_option,
    report_option,
    require_writable,
    resume_option,
    rules_option,
    writing_to,
)
from conformance.footprint.journal import JOURNAL_FILE, Journal, JournalFile, header_of
from conformance.footprint.journal_reading import left_behind, make_room
from conformance.judging.resuming import Resumed, ResumeError, run_to_resume
from conformance.recordings.masking import Masking
from conformance.recordings.report_folder import EXCHANGES_FILE
from conformance.recordings.run_record import secrets_of
from conformance.report import REPORT_FILES, write_reports
from conformance.report.terminal_summary import print_summary
from conformance.results.baseline import BaselineError, apply_baseline, read_baseline
from conformance.results.run_result import EXIT_CODES, EXIT_NOT_STARTED, Outcome, RunResult
from conformance.running.check import check as run_check
from conformance.running.progress import showing_progress
from conformance.scope.run import SEED_BELOW
from conformance.scope.selection import FailOn, Options
from conformance.session.earlier import EarlierParts
from conformance.session.stopping import Stopping, stopped_by_sigterm
from conformance.target.declarations import TargetError
from conformance.target.options import check_options, named_target, receiver_options, target_file_option
from conformance.target.target import Target
from conformance.text.terminal import Terminal, say
from conformance.wire.transport import HttpTransport


@click.command()
@click.argument("base_url", required=False)
@target_file_option
@click.option("--read-only", is_flag=True, help="Send nothing but GET.")
@only_option
@fail_on_option(FailOn.serious)
@click.option("--seed", type=click.IntRange(0, SEED_BELOW - 1), help="Repeat the random choices of an earlier run.")
@rules_option
@baseline_option
@report_option(Path("teesheet-report"))
@resume_option
@receiver_options
@check_options
@click.pass_context
def check(
    context: click.Context,
    /,
    *,
    base_url: str | None,
    read_only: bool,
    only: tuple[str, ...],
    fail_on: FailOn,
    seed: int | None,
    rules: tuple[Path, ...],
    baseline_file: Path | None,
    folder: Path,
    resumed: Path | None,
    **options: Any,
) -> None:
    """Judge the implementation at BASE_URL, an address that ends in the version segment.

    Exit codes: 0 conformant, 1 violation, serious finding or stale baseline, 2 the run could not start, 3 incomplete,
    4 the suite broke.
    """
    target = None
    with stopped_by_sigterm() as stopping:
        try:
            target = named_target(context, base_url, **options)
            baseline = read_baseline(baseline_file) if baseline_file else ()
            catalogue = with_rules(load_catalogue(), rules)
            start = _start(resumed, target, Options(only, read_only, fail_on), seed, catalogue, rules)
            folder = resumed or folder
            _prepare(folder, kept=(EXCHANGES_FILE,) if resumed else ())
            found = _run(target, start, folder, catalogue, rules, stopping)
        except (TargetError, BaselineError, PreflightError, CatalogueError, RuleError, ResumeError) as error:
            say(f"teesheet check: {_shown(error, target)}", err=True)
            context.exit(EXIT_NOT_STARTED)
        except KeyboardInterrupt:
            say("teesheet check: Interrupted before there was anything to report.", err=True)
            context.exit(EXIT_NOT_STARTED)
        result = apply_baseline(found, baseline)
        written = _write(result, folder)
    _say_the_end(result, folder if written else None)
    context.exit(result.exit_code if written else EXIT_CODES[Outcome.error])


def _say_the_end(result: RunResult, folder: Path | None) -> None:
    """Prints the summary, and how to go on with a run that was cut short. *folder* is None without reports."""
    print_summary(result, folder, Terminal())
    if folder and result.cut_short:
        say(f"To go on where this run ended, give the same options and --resume {folder}")


def _start(
    folder: Path | None,
    target: Target,
    options: Options,
    seed: int | None,
    catalogue: Catalogue,
    rules: Sequence[Path],
) -> Resumed:
    """What the run begins with: nothing, or the earlier parts of the run in *folder*."""
    if folder is None:
        return Resumed(options, secrets.randbelow(SEED_BELOW) if seed is None else seed, EarlierParts())
    start = run_to_resume(folder, target, options, seed, catalogue, rules)
    say(f"Resuming the run in {folder}: {len(start.earlier.settled)} checks are done.", err=True)
    return start


def _write(result: RunResult, folder: Path) -> bool:
    """Writes the reports. Returns False when that fails: the terminal then still shows the result of the run."""
    try:
        with writing_to(folder):
            write_reports(result, folder)
    except TargetError as error:
        say(f"teesheet check: {error}", err=True)
        return False
    return True


def _shown(error: Exception, target: Target | None) -> str:
    """The message of *error*, without keys that the target may have repeated."""
    return str(error) if target is None else Masking(secrets_of(target)).text(str(error))


def _prepare(folder: Path, kept: Collection[str]) -> None:
    """Creates the folder before the run, so that a long run does not end without a report. Deletes older reports in it
    that are not *kept*, so that nobody takes an older report for the report of a run that could not start.
    """
    require_writable(folder)
    with writing_to(folder):
        for name in REPORT_FILES:
            if name not in kept:
                (folder / name).unlink(missing_ok=True)
        earlier = make_room(folder / JOURNAL_FILE)
    if earlier:
        say(left_behind(earlier), err=True)


def _run(
    target: Target, start: Resumed, folder: Path, catalogue: Catalogue, rules: Sequence[Path], stopping: Stopping
) -> RunResult:
    collect_rarely()
    transport = HttpTransport(target.budgets.timeout_seconds, target.wire)
    journal_file = JournalFile(folder / JOURNAL_FILE, header_of(target))
    try:
        with (
            Journal(transport, target, journal_file) as journal,
            showing_progress(Terminal(stderr=True)) as progress,
        ):
            return run_check(
                target,
                start.options,
                start.seed,
                journal,
                progress,
                catalogue=catalogue,
                rules=rules,
                stopping=stopping,
                earlier=start.earlier,
            )
    finally:
        transport.close()
