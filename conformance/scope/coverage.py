"""Which checks and shapes decide which rows, and which rows of the decided profiles nothing decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from conformance.catalogue.requirements import Catalogue, CatalogueError, Level
from conformance.scope.selection import CheckMarks


@dataclass(frozen=True)
class Coverage:
    """Checks by row id, rows that have a shape, and a sentence for each fault."""

    checks: Mapping[str, Sequence[str]]
    shaped: frozenset[str]
    complaints: Sequence[str]


def cover(catalogue: Catalogue, marks: Mapping[str, CheckMarks]) -> Coverage:
    """The rows of *catalogue* that *marks*, the marks of each check by its name, cover."""
    checks: dict[str, list[str]] = {row.id: [] for row in catalogue}
    complaints = []
    for check, mark in marks.items():
        for row_id in mark.verifies:
            try:
                checks[catalogue.row(row_id).id].append(check)
            except CatalogueError as error:
                complaints.append(f"{check}: {error}")
    shaped = frozenset(row.id for row in catalogue if row.shapes)
    complaints += [
        f"{row.area}.yaml: {row.id}: neither a check nor a shape decides it."
        for row in catalogue
        if row.level in (Level.must, Level.should) and not checks[row.id] and row.id not in shaped
    ]
    return Coverage(checks, shaped, complaints)
