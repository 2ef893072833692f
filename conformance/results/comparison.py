"""Compares two reports of `check`: requirements with another verdict, and whether that is worse. Pure, except that it
reads the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

import orjson

from conformance.evidence.verdicts import Verdict
from conformance.recordings.report_folder import REPORT_FILE

# A higher number is further from a requirement that is known to hold. A known failure is better than no knowledge.
_DISTANCE: Mapping[Verdict, int] = {
    Verdict.pass_: 0,
    Verdict.info: 0,
    Verdict.skip: 1,
    Verdict.warn: 2,
    Verdict.known: 3,
    Verdict.serious: 4,
    Verdict.fail: 5,
    Verdict.inconclusive: 6,
    Verdict.untested: 6,
    Verdict.broken: 7,
}


class ReportError(Exception):
    """A file is not a report of `check`; the message is one sentence that names it."""


@dataclass(frozen=True)
class ReportedRow:
    """The entry of a report for one requirement."""

    id: str
    sentence: str
    verdict: Verdict
    message: str
    selected: bool


@dataclass(frozen=True)
class ReportedCoverage:
    """How many pairs of the conditions of a family a run met, of the pairs on offer."""

    met: int
    offered: int

    @property
    def share(self) -> Fraction:
        """Pairs met as a share of the pairs on offer."""
        return Fraction(self.met, self.offered) if self.offered else Fraction(1)


@dataclass(frozen=True)
class Report:
    """The part of a report that a comparison needs. *coverage* is by family, and *dropped* names the cases that the run
    dropped; reports of older versions have neither.
    """

    target: str
    started_at: str
    outcome: str
    rows: Mapping[str, ReportedRow]
    coverage: Mapping[str, ReportedCoverage]
    dropped: frozenset[str] = frozenset()


class Direction(StrEnum):
    """The direction of a change, in the order of importance for a reader."""

    failing = "Newly failing"
    serious = "Newly serious"
    worse = "Otherwise worse"
    better = "Better"
    other = "Otherwise changed"


_NEW: Mapping[Verdict, Direction] = {Verdict.fail: Direction.failing, Verdict.serious: Direction.serious}


@dataclass(frozen=True)
class Change:
    """A requirement whose verdict changed; *before* is None when the older report does not have the requirement."""

    row: ReportedRow
    before: Verdict | None
    direction: Direction


@dataclass(frozen=True)
class Comparison:
    """*changes* by direction, and then in the order of the newer report. *uncompared* counts the rows that one of the
    runs did not select. *gone* names the rows that only the older report has.
    """

    old: Report
    new: Report
    changes: tuple[Change, ...]
    uncompared: int
    gone: tuple[str, ...]

    @property
    def shrunk(self) -> Mapping[str, tuple[ReportedCoverage, ReportedCoverage | None]]:
        """The families whose coverage shrank, each with its old and its new coverage. None: the newer run asked
        nothing of the family.
        """
        pairs = {name: (before, self.new.coverage.get(name)) for name, before in self.old.coverage.items()}
        return {name: (old, new) for name, (old, new) in pairs.items() if new is None or new.share < old.share}

    @property
    def newly_dropped(self) -> frozenset[str]:
        """The cases that the newer run dropped, and the older run did not."""
        return self.new.dropped - self.old.dropped

    @property
    def got_worse(self) -> bool:
        """Whether any requirement newly fails, is newly serious, or got worse otherwise."""
        worse = (Direction.failing, Direction.serious, Direction.worse)
        return any(change.direction in worse for change in self.changes)


def read_report(file: Path) -> Report:
    """The report in *file*, a report.json of this or an earlier version, or a folder with one. Raises `ReportError`."""
    file = file / REPORT_FILE if file.is_dir() else file
    try:
        document = orjson.loads(file.read_bytes())
    except OSError as error:
        raise ReportError(f"{file} cannot be read: {error.strerror}.") from error
    except orjson.JSONDecodeError as error:
        raise ReportError(f"{file} is not JSON: {error}.") from error
    try:
        rows = [_row(requirement) for requirement in document["requirements"]]
        target, started_at, outcome = (str(document[name]) for name in ("target", "startedAt", "outcome"))
        coverage = {entry["family"]: _coverage(entry) for entry in document.get("coverage", ())}
        dropped = frozenset(map(str, document.get("droppedCases", ())))
        return Report(target, started_at, outcome, {row.id: row for row in rows}, coverage, dropped)
    except KeyError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: it lacks {error}.") from error
    except TypeError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: a table or a list is missing.") from error
    except ValueError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: {error}.") from error


def _row(entry: Mapping[str, Any]) -> ReportedRow:
    return ReportedRow(
        id=str(entry["id"]),
        sentence=str(entry["sentence"]),
        verdict=Verdict(entry["verdict"]),
        message=str(entry["message"]),
        selected=bool(entry["selected"]),
    )


def _coverage(entry: Mapping[str, Any]) -> ReportedCoverage:
    return ReportedCoverage(int(entry["pairsMet"]), int(entry["pairsOffered"]))


def compare(old: Report, new: Report) -> Comparison:
    """What changed from *old* to *new*. A row that one of the runs did not select is not compared."""
    compared = {row_id: row for row_id, row in new.rows.items() if _selected(row) and _selected(old.rows.get(row_id))}
    changes = [change for row in compared.values() if (change := _change(old.rows.get(row.id), row))]
    order = list(Direction)
    return Comparison(
        old=old,
        new=new,
        changes=tuple(sorted(changes, key=lambda change: order.index(change.direction))),
        uncompared=len(new.rows) - len(compared),
        gone=tuple(row_id for row_id in old.rows if row_id not in new.rows),
    )


def _selected(row: ReportedRow | None) -> bool:
    """Whether a row can be compared: a report selected it, or does not have it at all."""
    return row is None or row.selected


def _change(old: ReportedRow | None, new: ReportedRow) -> Change | None:
    if old is None:
        return Change(new, None, _NEW.get(new.verdict, Direction.other))
    if old.verdict is new.verdict:
        return None
    return Change(new, old.verdict, _direction(old.verdict, new.verdict))


def _direction(before: Verdict, now: Verdict) -> Direction:
    further = _DISTANCE[now] - _DISTANCE[before]
    if now is Verdict.fail or (now is Verdict.serious and before is not Verdict.fail):
        return _NEW[now]
    if further == 0:
        return Direction.other
    return Direction.worse if further > 0 else Direction.better
