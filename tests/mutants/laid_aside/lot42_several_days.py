"""Blind faults of the forty-second lot: availability of several days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer


def named_after_the_next(day: dict[str, Any] | None) -> dict[str, Any] | None:
    """The day under the weekday of the day after it."""
    return day and day | {"dayOfWeek": weekday(days_after(day["date"], 1))}


def weekdays_off(body: Any) -> Any:
    """Every day under the next weekday, and the best day too."""
    return alter("bestAvailability", named_after_the_next)(alter("availabilityResults[*]", named_after_the_next)(body))


json_answer(
    "AVM-06.lot42-next-weekday",
    "A day has the name of the following weekday.",
    "checkAvailability",
    weekdays_off,
    origin=Origin.blind,
)


def day_before_month(day: dict[str, Any]) -> str:
    """The date with its day first, as a text."""
    year, month, number = day["date"].split("-")
    return f"{number}.{month}.{year}"


json_answer(
    "AVM-19.lot42-sorted-by-day-of-month",
    "The days are sorted by the day of the month, so that a period beyond the end of a month is out of order.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=day_before_month)),
    hidden="certain days",
    origin=Origin.blind,
)
