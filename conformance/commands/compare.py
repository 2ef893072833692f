"""The command `compare`. It parses, calls and prints; nothing is decided here."""

from pathlib import Path

import click

from conformance.report.comparison_text import comparison_markdown, comparison_text
from conformance.results.comparison import ReportError, read_report
from conformance.results.comparison import compare as compare_reports
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.text.terminal import say

_EXIT_WORSE = 1


@click.command()
@click.argument("old", metavar="OLD.json", type=click.Path(path_type=Path))
@click.argument("new", metavar="NEW.json", type=click.Path(path_type=Path))
@click.option("--markdown", is_flag=True, help="Print GitHub-flavoured Markdown, for a pull request.")
@click.pass_context
def compare(context: click.Context, /, *, old: Path, new: Path, markdown: bool) -> None:
    """Show which requirements changed their verdict between two reports of check, newly failing ones first.

    Exit codes: 0 nothing got worse, 1 something did, 2 a file cannot be used.
    """
    try:
        comparison = compare_reports(read_report(old), read_report(new))
    except ReportError as error:
        say(f"teesheet compare: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    say((comparison_markdown if markdown else comparison_text)(comparison), nl=False)
    context.exit(_EXIT_WORSE if comparison.got_worse else 0)
