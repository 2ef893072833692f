"""Blind faults of the sixty-sixth lot: tee times and days."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import twelve_hour
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LONGEST_ENQUIRY_DAYS = 90
_DAYS_OF_A_WEEK = 7


def _is_time(text: str) -> bool:
    return re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text) is not None


request_change(
    "AVT-11.lot66-earliest-included",
    "A tee time at earliestTime itself is listed.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -1)),
    when=lambda call: _is_time(call.query.get("earliestTime", "")) and call.query["earliestTime"] > "00:00",
    origin=Origin.blind,
)

request_change(
    "AVT-09.lot66-afternoon-on-a-twelve-hour-clock",
    "Between two bounds, an earliestTime in the afternoon is read on a clock of twelve hours.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=twelve_hour(call.query["earliestTime"])),
    when=lambda call: "latestTime" in call.query and _is_time(call.query.get("earliestTime", "")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot66-far-days-clamped",
    "The answer for an offline course names the ninetieth day for every day after it.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _far_days_clamped(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    last = (await world_time(call)).date() + timedelta(days=_LONGEST_ENQUIRY_DAYS)
    return answer.with_json(body | {"date": min(body["date"], last.isoformat())})


def _counts_of_the_month_before(body: dict[str, Any]) -> dict[str, Any]:
    days = body["availabilityResults"]
    kept = 0
    for day in days:
        if day["date"][:7] == days[0]["date"][:7]:
            kept = day["availableSlots"] or kept
        elif day["hasAvailability"] and kept:
            day["availableSlots"] = kept
    return body


json_answer(
    "AVM-18.lot66-counts-of-the-month-before",
    "In a period over the end of a month, days of the next month count the tee times of the last day before it.",
    "checkAvailability",
    _counts_of_the_month_before,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot66-best-counts-the-whole-day",
    "For a part of the day and more than a week, bestAvailability counts the tee times of the whole day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_counts_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or first is None or last is None or call.query.get("timeRange", "all") == "all":
        return answer
    body = answer.json()
    if not body["bestAvailability"] or (last - first).days < _DAYS_OF_A_WEEK:
        return answer
    whole = (await aside(call).asking(timeRange="all").forward()).json()
    slots = {day["date"]: day["availableSlots"] for day in whole["availabilityResults"]}
    best = body["bestAvailability"]
    best["availableSlots"] = slots.get(best["date"], best["availableSlots"])
    return answer.with_json(body)
