"""The open points: questions that the specification does not answer, and one target's answers from its report."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from conformance.catalogue.requirements import Catalogue, Level
from conformance.results.comparison import Report, read_report


@dataclass(frozen=True)
class Gap:
    """One open point: its *question*, and in *found* what the target does there. None when no target was checked."""

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
    return report.target, [_answered(gap, report) for gap in open_questions(catalogue)]


def _answered(gap: Gap, report: Report) -> Gap:
    row = report.rows.get(gap.id)
    return Gap(gap.id, gap.question, gap.heading, row.message if row and row.selected else None)
