"""The command `sweep`. It parses, calls and prints; nothing is decided here."""

from pathlib import Path
from typing import Any

import click

from conformance.footprint.journal import JournalFile, header_of
from conformance.footprint.journal_reading import JournalContents, JournalError, read_journal
from conformance.footprint.sweep import Swept
from conformance.footprint.sweep import sweep as run_sweep
from conformance.recordings.paced_transport import PacedTransport
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.target.declarations import TargetError
from conformance.target.options import agency_options, named_target, target_file_option
from conformance.target.target import Target
from conformance.text.terminal import say
from conformance.wire.pace import Pace
from conformance.wire.transport import HttpTransport

_EXIT_LEFT = 1


@click.command()
@click.argument("journal_file", metavar="JOURNAL", type=click.Path(path_type=Path))
@target_file_option
@agency_options
@click.pass_context
def sweep(context: click.Context, /, *, journal_file: Path, **options: Any) -> None:
    """Remove the things that a run left on its target. JOURNAL is the run.journal.jsonl in the folder of its reports.

    A sweep can be repeated. Exit codes: 0 nothing is left, 1 something is left, 2 the sweep could not start.
    """
    try:
        journal = read_journal(journal_file)
        # The journal's own address counts, not the address in the target file: the things are only there.
        target = named_target(context, journal.target, **options)
        left = _sweep(journal, target, journal_file)
    except (JournalError, TargetError) as error:
        say(f"teesheet sweep: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    things = "1 thing is" if left == 1 else f"{left} things are"
    say(f"{things} left on {target.base_url}." if left else f"Nothing is left on {target.base_url}.")
    context.exit(_EXIT_LEFT if left else 0)


def _sweep(journal: JournalContents, target: Target, journal_file: Path) -> int:
    """Sweeps, notes each removal in the journal, and returns how many things are left."""
    transport, pace = HttpTransport(target.budgets.timeout_seconds, target.wire), Pace(target.wire)
    pace.clean_up_begins()
    file = JournalFile(journal_file, header_of(target))

    def report(swept: Swept) -> None:
        say(f"{'LEFT  ' if swept.left else ''}{swept.thing}: {swept.outcome}")
        if swept.created and not swept.left:
            file.append({"line": "removed", "kind": swept.created.kind, "id": swept.created.id})

    try:
        return len(run_sweep(journal, target, PacedTransport(transport, pace), report))
    finally:
        file.close()
        transport.close()
