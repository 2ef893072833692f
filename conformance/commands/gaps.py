"""The command `gaps`. It parses, calls and prints; nothing is decided here."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from conformance.asking.preflight import PreflightError
from conformance.catalogue.files import load_catalogue
from conformance.footprint.journal import Journal, JournalFile, header_of
from conformance.footprint.journal_reading import left_behind, make_room
from conformance.report.gaps_text import gaps_json, gaps_markdown, gaps_text
from conformance.results.comparison import ReportError
from conformance.results.gaps import Gap, gaps_of_report, open_questions
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.running.gaps import gaps_of_target
from conformance.target.declarations import TargetError
from conformance.target.options import check_options, named_target, receiver_options, target_file_option
from conformance.text.terminal import say
from conformance.wire.transport import HttpTransport

_JOURNAL = Path("gaps.journal.jsonl")
_FORMS: Mapping[str, Callable[[Sequence[Gap], str | None], str]] = {
    "text": gaps_text,
    "json": gaps_json,
    "markdown": gaps_markdown,
}


@click.command()
@click.argument("source", metavar="[REPORT.json | BASE_URL]", required=False)
@target_file_option
@click.option("--read-only", is_flag=True, help="With BASE_URL: send nothing but GET.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--markdown", "form", flag_value="markdown", help="Print GitHub-flavoured Markdown.")
@receiver_options
@check_options
@click.pass_context
def gaps(context: click.Context, /, *, source: str | None, read_only: bool, form: str | None, **options: Any) -> None:
    """Print the open points of the specification, and what a target does there.

    The answers come from the REPORT.json of a check, or from a run against the target at BASE_URL. Without either, only
    the questions are printed. Exit codes: 0 printed, 2 the report or the target cannot be used.
    """
    try:
        target, found = _found(context, source, read_only, options)
    except (ReportError, TargetError, PreflightError) as error:
        say(f"teesheet gaps: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    except OSError as error:
        say(f"teesheet gaps: {_JOURNAL} cannot be written: {error.strerror}. Run it in another folder.", err=True)
        context.exit(EXIT_NOT_STARTED)
    say(_FORMS[form or "text"](found, target), nl=form == "json")


def _found(
    context: click.Context, source: str | None, read_only: bool, options: Mapping[str, Any]
) -> tuple[str | None, Sequence[Gap]]:
    """The target and its answers; None and the questions when no target is given."""
    catalogue = load_catalogue()
    is_address = source is not None and source.startswith(("http://", "https://"))
    if source is not None and not is_address:
        return gaps_of_report(Path(source), catalogue)
    if source is None and options.get("target_file") is None:
        return None, open_questions(catalogue)
    target = named_target(context, source, **options)
    if kept := make_room(_JOURNAL, has_report=False):
        say(left_behind(kept), err=True)
    transport = HttpTransport(target.budgets.timeout_seconds, target.wire)
    try:
        with Journal(transport, target, JournalFile(_JOURNAL, header_of(target))) as sending:
            found, left = gaps_of_target(target, sending, catalogue, secrets.randbelow(2**32), read_only=read_only)
    finally:
        transport.close()
    _keep_or_remove(left)
    return target.base_url, found


def _keep_or_remove(left: int) -> None:
    if left:
        say(f"The run could not remove everything ({left} left). teesheet sweep {_JOURNAL} tries again.", err=True)
    else:
        _JOURNAL.unlink(missing_ok=True)
