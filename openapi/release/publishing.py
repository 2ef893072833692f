"""Writes a release: the number into the contract, the frozen copy, the entry of the change notes, the feed."""

import re
from datetime import date
from pathlib import Path

from openapi.places import ContractError, shown_path
from openapi.release.entry import entries_of, entry_text, with_entry
from openapi.release.feed import feed_text
from openapi.release.preparing import Release, with_number
from openapi.release.shelf import Shelf, freeze, written


def publish(release: Release, shelf: Shelf, day: date, last_day: date | None) -> list[Path]:
    """Writes a release that nothing forbids, and returns the files that changed. A second run changes nothing.

    An entry that the change notes have already stays as people wrote it.
    Raises ContractError if a file cannot be used, and OSError if a file cannot be written.
    """
    notes = _notes(release, shelf, day, last_day)
    changed = _number_in_source(release)
    changed += freeze(with_number(release.new, release.number), shelf, release.number)
    changed += [shelf.changelog] if written(shelf.changelog, notes) else []
    changed += [shelf.feed] if written(shelf.feed, feed_text(shelf)) else []
    return changed


def _notes(release: Release, shelf: Shelf, day: date, last_day: date | None) -> str:
    """The change notes with an entry for the release."""
    shown = shown_path(shelf.changelog)
    after = with_entry(shelf.notes(), release.number, entry_text(release, day, last_day))
    if not any(entry.number == release.number and entry.day for entry in entries_of(after, shown)):
        raise ContractError(
            f"{shown}: the heading of {release.number} has no day. Write `## {release.number} ({day})`."
        )
    return after


def _number_in_source(release: Release) -> list[Path]:
    """Writes the number of the release into the file that holds the title page."""
    written_number = release.new.number
    if written_number == str(release.number):
        return []
    place = release.new.place("/info/version")
    file = Path(place.file)
    lines = file.read_text("utf-8").splitlines(keepends=True)
    pattern = rf"(\bversion\W+){re.escape(written_number)}\b"
    line, count = re.subn(pattern, rf"\g<1>{release.number}", lines[place.line - 1], count=1)
    if not count:
        raise ContractError(f"{place}: the number is not in this line. Write version: {release.number} yourself.")
    lines[place.line - 1] = line
    written(file, "".join(lines))
    return [file]
