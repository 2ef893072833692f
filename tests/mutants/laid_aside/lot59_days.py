"""Blind faults of the fifty-ninth lot: days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer


def _under_the_next_weekday(day: dict[str, Any]) -> dict[str, Any]:
    return day | {"dayOfWeek": weekday(days_after(day["date"], 1))}


json_answer(
    "AVM-06.lot59-weekday-of-tomorrow",
    "The days of a range show the name of the weekday that follows.",
    "checkAvailability",
    alter("availabilityResults[*]", _under_the_next_weekday),
    origin=Origin.blind,
)

json_answer(
    "AVM-19.lot59-ordered-by-day-of-month",
    "The days of a range that crosses the end of a month are in order of the day of the month.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: day["date"][8:])),
    hidden="certain days",
    origin=Origin.blind,
)
