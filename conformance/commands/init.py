"""The command `init`. It parses, calls and prints; nothing is decided here."""

from datetime import date
from pathlib import Path
from typing import Any

import click

from conformance.asking.preflight import PreflightError
from conformance.first_contact.address import find_target
from conformance.first_contact.contact import Contact, make_contact
from conformance.first_contact.target_text import target_text
from conformance.footprint.journal import Journal, JournalFile, header_of
from conformance.footprint.journal_reading import left_behind, make_room
from conformance.recordings.paced_transport import PacedTransport
from conformance.results.run_result import EXIT_NOT_STARTED
from conformance.target.declarations import TargetError
from conformance.target.options import agency_options, named_target
from conformance.target.target import Target
from conformance.text.terminal import say
from conformance.wire.pace import Pace
from conformance.wire.transport import HttpTransport

_EXIT_LEFT = 1
_COURSES = "Read the terms of at most this number of courses."


@click.command()
@click.argument("base_url")
@click.option("--write", is_flag=True, help="Create one thing of each kind, and remove it again.")
@click.option("--courses", "most_terms", type=click.IntRange(0), default=40, show_default=True, help=_COURSES)
@click.option("-o", "--output", type=click.Path(path_type=Path), default=Path("target.toml"), show_default=True)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@agency_options
@click.pass_context
def init(
    context: click.Context,
    /,
    *,
    base_url: str,
    write: bool,
    most_terms: int,
    output: Path,
    force: bool,
    **options: Any,
) -> None:
    """Explore the implementation at BASE_URL, and write a target file with the findings.

    Exit codes: 0 the file is written and nothing is left on the target, 1 something is left, 2 no file is written.
    """
    try:
        _refuse_to_replace(output, force=force)
        contact = _write_target_file(
            named_target(context, base_url, **options), output, write=write, most_terms=most_terms
        )
    except (TargetError, PreflightError) as error:
        say(f"teesheet init: {error}", err=True)
        context.exit(EXIT_NOT_STARTED)
    except OSError as error:
        say(f"teesheet init: {output} cannot be written: {error.strerror}. Name another --output.", err=True)
        context.exit(EXIT_NOT_STARTED)
    _print_contact(contact, output)
    context.exit(_EXIT_LEFT if contact.leftovers else 0)


def _write_target_file(given: Target, output: Path, *, write: bool, most_terms: int) -> Contact:
    transport, pace = HttpTransport(given.budgets.timeout_seconds, given.wire), Pace(given.wire)
    try:
        target, today = find_target(given, PacedTransport(transport, pace))
        contact = _contact(target, today, transport, pace, output, write=write, most_terms=most_terms)
    finally:
        transport.close()
    output.write_text(target_text(target.base_url, contact.findings), encoding="utf-8")
    return contact


def _contact(
    target: Target, today: date, transport: HttpTransport, pace: Pace, output: Path, *, write: bool, most_terms: int
) -> Contact:
    """Contacts the target with a journal beside the file. The journal is deleted when nothing is left on the target."""
    place = output.with_name(f"{output.name}.journal.jsonl")
    if kept := make_room(place, has_report=False):
        say(left_behind(kept), err=True)
    with Journal(transport, target, JournalFile(place, header_of(target))) as journal:
        sending = PacedTransport(journal, pace)
        contact = make_contact(target, today, sending, pace, write=write, most_terms=most_terms)
    if not contact.leftovers:
        place.unlink(missing_ok=True)
    return contact


def _refuse_to_replace(output: Path, *, force: bool) -> None:
    if output.exists() and not force:
        raise TargetError(f"{output} exists already. Name another --output, or replace the file with --force.")


def _print_contact(contact: Contact, output: Path) -> None:
    learnt = ", ".join(name for name in contact.findings.values if not name.startswith("keys."))
    say(f"{contact.base_url} answers. {contact.requests} requests were sent.")
    say(f"Learnt: {learnt}.")
    for left in contact.leftovers:
        say(f"LEFT  {left.kind} {left.id}: {left.reason}")
    say(f"Written: {output}. Next: teesheet check --target {output}")
