"""The command `judge`. It parses, calls and prints; nothing is decided here."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from conformance.catalogue.files import load_catalogue
from conformance.catalogue.own_rules import RuleError, with_rules
from conformance.catalogue.requirements import CatalogueError
from conformance.commands.collecting import collect_rarely
from conformance.commands.run_options import (
    baseline_option,
    fail_on_option,
    report_option,
    require_writable,
    rules_option,
    writing_to,
)
from conformance.judging.recorded_run import judge as judge_run
from conformance.judging.recorded_traffic import judge_traffic
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.report import write_reports
from conformance.report.terminal_summary import print_summary
from conformance.results.baseline import BaselineError, apply_baseline, read_baseline
from conformance.results.run_result import EXIT_NOT_STARTED, RunResult
from conformance.running.progress import showing_progress
from conformance.scope.selection import FailOn
from conformance.target.declarations import TargetError
from conformance.text.terminal import Terminal, say


@click.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option("--base-url", help="Base address of the interface, for a recording by another program.")
@rules_option
@baseline_option
@fail_on_option(None)
@report_option(None)
@click.pass_context
def judge(
    context: click.Context,
    /,
    *,
    recording: Path,
    base_url: str | None,
    rules: tuple[Path, ...],
    baseline_file: Path | None,
    fail_on: FailOn | None,
    folder: Path | None,
) -> None:
    """Give verdicts again from RECORDING, the exchanges.har of a run. Sends nothing to the target.

    Exit codes: the same as for check; 2 when RECORDING cannot be judged.
    """
    try:
        baseline = read_baseline(baseline_file) if baseline_file else ()
        if folder:
            require_writable(folder)
        result = apply_baseline(_judged(recording, base_url, rules), baseline)
        result = replace(result, fail_on=fail_on or result.fail_on)
        if folder:
            with writing_to(folder):
                write_reports(result, folder)
    except (RecordingError, TargetError, BaselineError, CatalogueError, RuleError) as error:
        say(f"teesheet judge: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    print_summary(result, folder, Terminal())
    context.exit(result.exit_code)


def _judged(recording: Path, base_url: str | None, rules: Sequence[Path]) -> RunResult:
    collect_rarely()
    catalogue = with_rules(load_catalogue(), rules)
    archive = read_archive(recording)
    with showing_progress(Terminal(stderr=True)) as progress:
        if archive.record is None:
            return judge_traffic(recording.name, archive.exchanges, base_url, progress)
        return judge_run(recording.name, archive.exchanges, archive.record, progress, catalogue=catalogue, rules=rules)
