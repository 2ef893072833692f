"""Two reports of `check` side by side: which requirements changed their verdict, and whether that is worse. Pure but
for reading the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import orjson

from conformance.evidence.verdicts import Verdict

# The higher, the further from a requirement that is known to hold. To know a failure is better than to know nothing.
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
    """What a report says about one requirement."""

    id: str
    sentence: str
    verdict: Verdict
    message: str
    selected: bool


@dataclass(frozen=True)
class Report:
    """What a comparison needs of a report."""

    target: str
    started_at: str
    outcome: str
    rows: Mapping[str, ReportedRow]


class Direction(StrEnum):
    """Where a verdict went, in the order in which a reader wants to know."""

    failing = "Newly failing"
    serious = "Newly serious"
    worse = "Otherwise worse"
    better = "Better"
    other = "Otherwise changed"


_NEW: Mapping[Verdict, Direction] = {Verdict.fail: Direction.failing, Verdict.serious: Direction.serious}


@dataclass(frozen=True)
class Change:
    """A requirement whose verdict changed; *before* is None for one that the older report does not have."""

    row: ReportedRow
    before: Verdict | None
    direction: Direction


@dataclass(frozen=True)
class Comparison:
    """*changes* by direction and then in the order of the newer report. *uncompared* counts rows that one of the runs
    did not select, *gone* names rows that only the older report has.
    """

    old: Report
    new: Report
    changes: tuple[Change, ...]
    uncompared: int
    gone: tuple[str, ...]

    @property
    def got_worse(self) -> bool:
        """Whether anything newly fails, is newly serious, or got worse otherwise."""
        worse = (Direction.failing, Direction.serious, Direction.worse)
        return any(change.direction in worse for change in self.changes)


def read_report(file: Path) -> Report:
    """The report in *file*, a report.json of this or an earlier version. Raises `ReportError`."""
    try:
        told = orjson.loads(file.read_bytes())
    except OSError as error:
        raise ReportError(f"{file} cannot be read: {error.strerror}.") from error
    except orjson.JSONDecodeError as error:
        raise ReportError(f"{file} is not JSON: {error}.") from error
    try:
        rows = [_row(requirement) for requirement in told["requirements"]]
        return Report(str(told["target"]), str(told["startedAt"]), str(told["outcome"]), {row.id: row for row in rows})
    except KeyError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: it lacks {error}.") from error
    except TypeError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: a table or a list is missing.") from error
    except ValueError as error:
        raise ReportError(f"{file} is not a report.json of teesheet check: {error}.") from error


def _row(told: Mapping[str, Any]) -> ReportedRow:
    return ReportedRow(
        id=str(told["id"]),
        sentence=str(told["sentence"]),
        verdict=Verdict(told["verdict"]),
        message=str(told["message"]),
        selected=bool(told["selected"]),
    )


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
    """Whether a row can be compared; one that a report does not have at all can."""
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
