"""Reads the journal of a run: what it shows as made and not removed, and what it cannot tell about."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from conformance.footprint.giving_back import Made
from conformance.footprint.journal import FORMAT, MAKES

HOLD_LASTS = timedelta(minutes=15)


class JournalError(Exception):
    """A file cannot be used as a journal; the message is one sentence."""


@dataclass(frozen=True)
class Attempt:
    """A request that was to make something, as it was announced before it left. None: not in the request."""

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
        """The day it was for, None when it named none that exists."""
        try:
            return date.fromisoformat(self.date_sent or "")
        except ValueError:
            return None


@dataclass(frozen=True)
class JournalContents:
    """What a journal says. *made* are in the order in which they were made; nobody knows what came of *unclear*.

    *ended* says whether the run came to its end, so that what it left behind stands in its report.
    """

    target: str
    made: tuple[tuple[Made, Attempt], ...]
    unclear: tuple[Attempt, ...]
    ended: bool

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known or feared to be left."""
        return not self.made and not self.unclear


def read_journal(path: Path) -> JournalContents:
    """What the journal at *path* shows. Raises `JournalError`."""
    try:
        lines = list(_lines(path.read_bytes()))
    except OSError as error:
        raise JournalError(f"The journal {path} cannot be read: {error.strerror}.") from error
    if not lines or lines[0].get("line") != "run" or not isinstance(lines[0].get("target"), str):
        raise JournalError(f"{path} is not a journal of a run: its first line does not say so.")
    if lines[0].get("journal") != FORMAT:
        raise JournalError(f"{path} was written by another version of teesheet: use that one to sweep it.")
    try:
        return _contents(lines)
    except (KeyError, TypeError, ValueError) as error:
        raise JournalError(f"{path} is damaged: a line lacks or misspells {error}.") from error


def make_room(path: Path) -> Path | None:
    """Make room at *path* for the journal of a new run.

    Where an earlier run never came to its end and shows something made, its journal is kept under the name that comes
    back; None when nothing had to be kept. Raises `OSError`.
    """
    try:
        earlier = read_journal(path)
        needed = not earlier.ended and not earlier.is_empty
    except JournalError:
        # What cannot be read is not thrown away either, and what is not there needs no keeping.
        needed = path.exists()
    if not needed:
        path.unlink(missing_ok=True)
        return None
    kept = path.with_name(f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y%m%dT%H%M%SZ}-{path.name}")
    return path.replace(kept)


def left_behind(journal: Path) -> str:
    """What to tell the user about a *journal* that was kept."""
    return f"An earlier run did not come to its end. To remove what it left: teesheet sweep {journal}"


def _lines(content: bytes) -> Iterator[Mapping[str, Any]]:
    for line in content.splitlines():
        # A line torn by a power cut announces nothing: its request only leaves when the line is whole.
        try:
            read = json.loads(line)
        except ValueError:
            continue
        if isinstance(read, dict):
            yield read


def _contents(lines: Sequence[Mapping[str, Any]]) -> JournalContents:
    attempts = {line["n"]: _attempt(line) for line in lines if line["line"] == "making"}
    refused = {line["n"] for line in lines if line["line"] == "refused"}
    made = {line["n"]: str(line.get("id", "")) for line in lines if line["line"] == "made"}
    removed = {(line["kind"], line["id"]) for line in lines if line["line"] == "removed"}
    found: dict[tuple[str, str], tuple[Made, Attempt]] = {}
    for number, made_id in made.items():
        attempt = attempts[number]
        if (attempt.kind, made_id) not in removed:
            found.setdefault((attempt.kind, made_id), (Made(attempt.kind, attempt.agency, made_id), attempt))
    unclear = [attempt for number, attempt in attempts.items() if number not in refused | made.keys()]
    return JournalContents(
        lines[0]["target"],
        tuple(found.values()),
        tuple(_with_the_facts_of_its_hook(attempt, made, attempts) for attempt in unclear),
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


def _with_the_facts_of_its_hook(attempt: Attempt, made: Mapping[int, str], attempts: Mapping[int, Attempt]) -> Attempt:
    """A confirmation names its hook only: what the booking is for stands where the hook was made."""
    numbers = [number for number, made_id in made.items() if made_id == attempt.hook]
    if attempt.hook is None or not numbers:
        return attempt
    hook = attempts[numbers[0]]
    return replace(hook, kind=attempt.kind, operation=attempt.operation, at=attempt.at, hook=attempt.hook)
