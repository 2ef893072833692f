"""The command `judge`. It parses, calls and prints; nothing is decided here."""

from collections.abc import Sequence
from pathlib import Path

import click
from rich.console import Console

from conformance.baseline import BaselineError, apply_baseline, read_baseline
from conformance.catalogue import CatalogueError
from conformance.catalogue_files import load_catalogue
from conformance.declared import TargetError
from conformance.judge import judge as judge_run
from conformance.progress import showing_progress
from conformance.recordings.har_reading import RecordingError, read_archive
from conformance.recordings.traffic import judge_traffic
from conformance.report import write_reports
from conformance.results import EXIT_NOT_STARTED, RunResult
from conformance.rules import RuleError, with_rules
from conformance.run_options import baseline_option, report_option, require_writable, rules_option, writing_to
from conformance.summary import print_summary


@click.command()
@click.argument("recording", type=click.Path(path_type=Path))
@click.option("--base-url", help="Base address of the interface, for a recording that something else made.")
@rules_option
@baseline_option
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
    folder: Path | None,
) -> None:
    """Give verdicts again from RECORDING, the exchanges.har of a run, without touching the target.

    Exit codes: those of the run; 2 when RECORDING cannot be judged.
    """
    try:
        baseline = read_baseline(baseline_file) if baseline_file else ()
        if folder:
            require_writable(folder)
        result = apply_baseline(_judged(recording, base_url, rules), baseline)
        if folder:
            with writing_to(folder):
                write_reports(result, folder)
    except (RecordingError, TargetError, BaselineError, CatalogueError, RuleError) as error:
        click.echo(f"teesheet judge: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    print_summary(result, folder, Console())
    context.exit(result.exit_code)


def _judged(recording: Path, base_url: str | None, rules: Sequence[Path]) -> RunResult:
    catalogue = with_rules(load_catalogue(), rules)
    archive = read_archive(recording)
    with showing_progress(Console(stderr=True)) as progress:
        if archive.record is None:
            return judge_traffic(recording.name, archive.exchanges, base_url, progress)
        return judge_run(recording.name, archive.exchanges, archive.record, progress, catalogue=catalogue, rules=rules)
