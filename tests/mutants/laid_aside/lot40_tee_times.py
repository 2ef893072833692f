"""Blind faults of the fortieth lot: tee times and days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "AVM-19.lot40-latest-first",
    "The days of a period come with the latest day first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: list(reversed(days))),
    when=asks_for_a_range,
    origin=Origin.blind,
)


def _weekday_in_the_first_month(first: str, day: str) -> str:
    """The weekday of the day of the month of *day*, in the month of *first*."""
    begin = date.fromisoformat(first).replace(day=1)
    return f"{begin + timedelta(days=int(day[8:]) - 1):%A}"


@mutant(
    "AVM-06.lot40-weekday-of-the-first-month",
    "In a period over the end of a month, the later days carry the weekdays of the month in which the period began.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekdays(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    body = answer.json()
    first = str(call.query.get("startDate", ""))
    for day in [*body["availabilityResults"], body["bestAvailability"]]:
        if day and day["date"][:7] != first[:7]:
            day["dayOfWeek"] = _weekday_in_the_first_month(first, day["date"])
    return answer.with_json(body)


def _without_the_hour(body: Any, hour: str) -> Any:
    kept = [line for line in body["availableTimes"] if line["time"][:2] < hour]
    body["availableTimes"] = kept
    body["timeSlots"]["firstAvailable"] = kept[0]["time"] if kept else None
    body["timeSlots"]["lastAvailable"] = kept[-1]["time"] if kept else None
    return body


@mutant(
    "AVT-12.lot40-whole-hours",
    "With both time bounds, a latestTime within an hour also removes the tee times of that hour before it.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _whole_hours(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime"):
        return answer
    latest, body = call.query["latestTime"], answer.json()
    if not body["isOnline"] or latest.endswith(":00"):
        return answer
    return answer.with_json(_without_the_hour(body, latest[:2]))
