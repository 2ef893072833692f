"""Reads the journal of a run: things that were created and not removed, and requests with an unknown outcome."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from conformance.footprint.giving_back import Created
from conformance.footprint.journal import FORMAT, MAKES


class JournalError(Exception):
    """A file cannot be used as a journal; the message is one sentence."""


@dataclass(frozen=True)
class Attempt:
    """A request to create a thing, as the journal announced it. A member is None when the request did not have it."""

    kind: str
    operation: str
    agency: str
    at: datetime
    reference: str | None = None
    course: str | None = None
    date_sent: str | None = None
    time: str | None = None
    players: int | None = None
    url: str | None = None
    hook: str | None = None

    @property
    def play_date(self) -> date | None:
        """The day that the request named, None when it named no day that exists."""
        try:
            return date.fromisoformat(self.date_sent or "")
        except ValueError:
            return None


@dataclass(frozen=True)
class JournalContents:
    """The contents of a journal. *created* are the things that the run created, oldest first. *unclear* are the
    requests with an unknown outcome.

    *ended* says whether the run came to its end. Then its report lists everything that stays behind.
    """

    target: str
    created: tuple[tuple[Created, Attempt], ...]
    unclear: tuple[Attempt, ...]
    ended: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is left on the target, and nothing may be left."""
        return not self.created and not self.unclear


def read_journal(path: Path) -> JournalContents:
    """The contents of the journal at *path*. Raises `JournalError`."""
    try:
        lines = list(_lines(path.read_bytes()))
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from error
    if not lines or lines[0].get("line") != "run" or not isinstance(lines[0].get("target"), str):
        raise JournalError(f"{path} is not a journal of a run: its first line does not say so.")
    if lines[0].get("journal") != FORMAT:
        raise JournalError(f"{path} was written by another version of teesheet: use that version to sweep it.")
    try:
        return _contents(lines)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"{path} is damaged: a line lacks or misspells {error}.") from error


def make_room(path: Path, *, has_report: bool = True) -> Path | None:
    """Makes room at *path* for the journal of a new run.

    When an earlier run may have left something, its journal gets another name, unless the run came to its end and *has*
    a *report*, which says what is left. Returns that name, or None when no journal had to be kept. Raises `OSError`.
    """
    try:
        earlier = read_journal(path)
        needed = not earlier.is_empty and not (earlier.ended and has_report)
    except JournalError:
        # A file that cannot be read is kept too.
        needed = path.exists()
    if not needed:
        path.unlink(missing_ok=True)
        return None
    kept = path.with_name(f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y%m%dT%H%M%SZ}-{path.name}")
    return path.replace(kept)


def left_behind(journal: Path) -> str:
    """The sentence for the user about a *journal* that was kept."""
    return f"An earlier run may have left things on its target. To remove them: teesheet sweep {journal}"


def _lines(content: bytes) -> Iterator[Mapping[str, Any]]:
    for line in content.splitlines():
        # A power cut may cut a line short. Its request was not sent, because the whole line must be on the disk first.
        try:
            read = json.loads(line)
        except ValueError:
            continue
        if isinstance(read, dict):
            yield read


def _contents(lines: Sequence[Mapping[str, Any]]) -> JournalContents:
    attempts = {line["n"]: _attempt(line) for line in lines if line["line"] == "making"}
    refused = {line["n"] for line in lines if line["line"] == "refused"}
    created = {line["n"]: str(line.get("id", "")) for line in lines if line["line"] == "made"}
    removed = {(line["kind"], line["id"]) for line in lines if line["line"] == "removed"}
    found: dict[tuple[str, str], tuple[Created, Attempt]] = {}
    for number, created_id in created.items():
        attempt = attempts[number]
        if (attempt.kind, created_id) not in removed:
            found.setdefault((attempt.kind, created_id), (Created(attempt.kind, attempt.agency, created_id), attempt))
    unclear = [attempt for number, attempt in attempts.items() if number not in refused | created.keys()]
    return JournalContents(
        lines[0]["target"],
        tuple(found.values()),
        tuple(_with_the_facts_of_its_hook(attempt, created, attempts) for attempt in unclear),
        any(line["line"] == "ended" for line in lines),
    )


def _attempt(line: Mapping[str, Any]) -> Attempt:
    return Attempt(
        kind=MAKES[line["operation"]],
        operation=line["operation"],
        agency=line["agency"],
        at=datetime.fromisoformat(line["at"]),
        date_sent=line.get("date"),
        **{name: line.get(name) for name in ("reference", "course", "time", "players", "url", "hook")},
    )


def _with_the_facts_of_its_hook(
    attempt: Attempt, created: Mapping[int, str], attempts: Mapping[int, Attempt]
) -> Attempt:
    """A confirmation names only its hook. The request that created the hook has the facts of the booking."""
    numbers = [number for number, created_id in created.items() if created_id == attempt.hook]
    if attempt.hook is None or not numbers:
        return attempt
    hook = attempts[numbers[0]]
    return replace(hook, kind=attempt.kind, operation=attempt.operation, at=attempt.at, hook=attempt.hook)
