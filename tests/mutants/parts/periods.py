"""What faults of multi-day availability share: the period that a call asks for, and a day that moves.

Knows no single mutant.
"""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import json_answer


def asks_for_a_range(call: Call) -> bool:
    """Whether the call asks for a period and not for a single date."""
    return "date" not in call.query


def in_a_range(name: str, breaks: str, edit: Edit) -> None:
    """A fault of the range form only: the answer to the single-date form is not shown."""
    json_answer(name, breaks, "checkAvailability", edit, when=asks_for_a_range)


def moved_by(day: dict[str, Any], days: int) -> dict[str, Any]:
    """The day under the date and the weekday of a number of days later."""
    moved = days_after(day["date"], days)
    return day | {"date": moved, "dayOfWeek": weekday(moved)}
