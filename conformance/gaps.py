"""The open points: what the specification leaves unsaid, and what one target does there, by a report or a run."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.catalogue import Catalogue, Level
from conformance.check import check
from conformance.comparison import Report, read_report
from conformance.recordings.recording import Transport
from conformance.selection import Options
from conformance.target import Target

# Checks of other rows that send what the open ones look at; their verdicts are not told here.
_SHOWN_BY: Sequence[str] = (
    *("CRS-01", "CRS-17", "CRD-02", "PAG-07", "PRC-01", "PRC-10", "TRM-01", "AVT-01", "AVM-17", "INV-07"),
    *("HLD-01", "BKC-01", "BKC-02", "BKC-09", "BKU-01", "BKX-01", "BKX-09", "BST-01"),
    *("HOK-01", "HOK-02", "HOK-03", "GRP-01", "GRP-03", "GRP-09", "GRP-10", "GRP-11", "GRP-13"),
    *("WHK-01", "WHK-02", "EVT-01", "JWT-01", "JWT-02", "JWT-03"),
)


@dataclass(frozen=True)
class Gap:
    """One open point: its *question*, and what the target does there; None when nobody looked."""

    id: str
    question: str
    heading: str
    found: str | None


def open_questions(catalogue: Catalogue) -> Sequence[Gap]:
    """The points, without any target."""
    return [Gap(row.id, row.sentence, row.heading, None) for row in catalogue if row.level is Level.open]


def gaps_of_report(file: Path, catalogue: Catalogue) -> tuple[str, Sequence[Gap]]:
    """The target of a report.json, and what it does at each point. Raises `ReportError`."""
    report = read_report(file)
    return report.target, [_told(gap, report) for gap in open_questions(catalogue)]


def gaps_of_target(
    target: Target, transport: Transport, catalogue: Catalogue, seed: int, *, read_only: bool
) -> tuple[Sequence[Gap], int]:
    """What *target* does at each point, by a run of its own, and how much that run could not remove.

    Raises `PreflightError`.
    """
    questions = open_questions(catalogue)
    known = {row.id for row in catalogue}
    only = (*(gap.id for gap in questions), *(row_id for row_id in _SHOWN_BY if row_id in known))
    result = check(target, Options(only, read_only), seed, transport)
    found = {one.row.id: one.message for one in result.rows}
    return [Gap(gap.id, gap.question, gap.heading, found[gap.id]) for gap in questions], len(result.leftovers)


def _told(gap: Gap, report: Report) -> Gap:
    row = report.rows.get(gap.id)
    return Gap(gap.id, gap.question, gap.heading, row.message if row and row.selected else None)
