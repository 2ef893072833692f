"""Compares the ledger with the answer that a service gives."""

from functools import lru_cache

from openapi.assumptions import Assumption
from openapi.concerns.rooms import concerns_of
from openapi.concerns.subjects import Subject


def disagreement(row: Assumption, seen: str, who: str) -> str | None:
    """A sentence that names both answers and every place that obeys the row, or None where they agree."""
    if seen == row.chosen:
        return None
    return (
        f"{row.id}: the ledger has chosen {row.chosen!r} ({row.text(row.chosen)}), and {who} {seen!r}. "
        f"Change the ledger, or: {', '.join(places_of(row.id))}."
    )


@lru_cache(maxsize=128)
def places_of(assumption_id: str) -> tuple[str, ...]:
    """Every place that obeys an assumption."""
    found = concerns_of(Subject.assumption(assumption_id)).found
    return tuple(f"{concern.name} ({concern.place})" for concern in found)
