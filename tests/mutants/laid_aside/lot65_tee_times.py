"""Blind faults of the sixty-fifth lot: tee times and days."""

from __future__ import annotations

import itertools
import re
from datetime import date, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, course_of
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_NINE_HOLES = 9
_DAYS_OF_A_WEEK = 7
_KEPT = timedelta(minutes=10)
_WHOLE, _CENTS = Decimal(1), Decimal("0.01")


@mutant(
    "AVT-05.lot65-cents-rounded-first",
    "Where the green fee has cents, totalAmount is the fee without them times the number of players.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _cents_rounded_first(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["isOnline"]:
        return answer
    body: dict[str, Any] = answer.json()
    for line in body["availableTimes"]:
        fee = Decimal(line["pricing"]["greenFee"])
        if fee % 1:
            whole = fee.quantize(_WHOLE, ROUND_HALF_UP) * players_asked(call)
            line["pricing"]["totalAmount"] = whole.quantize(_CENTS)
    return answer.with_json(body)


def _next_hour(call: Call) -> str | None:
    """The full hour after earliestTime; None for a full hour, and where nothing comes after it."""
    found = re.fullmatch(r"([01]\d|2[0-2]):(\d\d)", call.query.get("earliestTime", ""))
    if not found or found[2] == "00":
        return None
    hour = f"{int(found[1]) + 1:02}:00"
    return hour if hour < call.query.get("latestTime", "24:00") else None


request_change(
    "AVT-12.lot65-earliest-full-hour",
    "An earliestTime within an hour also removes the tee times up to the next full hour.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=_next_hour(call)),
    when=lambda call: _next_hour(call) is not None,
    hidden="some values",
    origin=Origin.blind,
)


def _monday_after(day: str) -> str:
    weekday = date.fromisoformat(day).weekday()
    return days_after(day, _DAYS_OF_A_WEEK - weekday) if weekday >= SATURDAY else day


json_answer(
    "AVO-06.lot65-weekend-to-monday",
    "The answer of an offline course to a day of the weekend carries the date of the Monday after it.",
    "listTeeTimes",
    where(lambda body: not body["isOnline"], alter("date", _monday_after)),
    hidden="certain days",
    origin=Origin.blind,
)

json_answer(
    "AVM-19.lot65-sorted-by-day-of-month",
    "The days of a period are in the order of the day of the month, also when the period runs into the next month.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"])[8:])),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-21.lot65-short-course-weekend",
    "At the weekend the first twilight tee time of a course with 9 holes still has the standard price.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _short_course_weekend(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if not answer.ok or day is None or day.weekday() < SATURDAY or not answer.json()["isOnline"]:
        return answer
    if (await course_of(call, call.path_params["courseId"])).get("holes") != _NINE_HOLES:
        return answer
    body: dict[str, Any] = answer.json()
    lines = body["availableTimes"]
    for before, line in itertools.pairwise(lines):
        if (before["pricing"]["priceType"], line["pricing"]["priceType"]) == ("standard", "twilight"):
            line["pricing"] = dict(before["pricing"])
            break
    return answer.with_json(body)


@mutant(
    "AVM-18.lot65-long-periods-remembered",
    "A period of more than a week that was asked for before is answered as it was then, for ten minutes.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _long_periods_remembered(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or first is None or last is None or (last - first).days < _DAYS_OF_A_WEEK:
        return answer
    now = await world_time(aside(call))
    kept: dict[tuple[str, ...], tuple[datetime, Any]] = call.memory.setdefault("kept", {})
    asked = call.path, *sorted(f"{name}={value}" for name, value in call.query.items())
    at, body = kept.get(asked, (now, answer.json()))
    if now - at > _KEPT:
        at, body = now, answer.json()
    kept[asked] = at, body
    return answer.with_json(body)
