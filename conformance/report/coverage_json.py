"""The part of report.json about the coverage of a run."""

from collections.abc import Sequence
from typing import Any

from conformance.conditions.coverage import FamilyCoverage


def coverage_json(coverage: Sequence[FamilyCoverage]) -> list[dict[str, Any]]:
    """The coverage of each family as JSON values."""
    return [
        {
            "family": family.family,
            "conditions": list(family.conditions),
            "requests": family.requests,
            "pairsMet": family.met,
            "pairsOffered": family.offered,
            "valuesNotMet": [
                {"condition": unmet.condition, "value": unmet.value, "why": unmet.why} for unmet in family.unmet
            ],
            "pairsNotMet": [dict(pair) for pair in family.missed],
        }
        for family in coverage
    ]
