"""Blind faults of availability: of one day and of several days."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import is_summer_time
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import in_turn, tee_times
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CACHED = "AVM-18.lot29-cached-week"
_KEPT = timedelta(minutes=5)


# A plain fault.
def _minutes_of(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


json_answer(
    "AVO-04.lot29-minutes",
    "responseTime of the contact of an offline course is a number of minutes.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _minutes_of),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "AVT-21.lot29-winter-clock",
    "In summer time the first hour after twilightStart still has the standard price and priceType.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _winter_clock(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if not answer.ok or day is None or not is_summer_time(day) or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    offered = await tee_times(call, body["courseId"], str(day), 1)
    fee = next((line["pricing"]["greenFee"] for line in offered if line["pricing"]["priceType"] == "standard"), None)
    players = int(call.query.get("players", "4"))
    for line in body["availableTimes"]:
        if fee is not None and line["time"] < minutes_off(body["timeSlots"]["twilightStart"], 60):
            line["pricing"].update(greenFee=fee, totalAmount=fee * players, priceType="standard")
    return answer.with_json(body)


def _within_an_hour(call: Call) -> bool:
    earliest, latest = call.query.get("earliestTime", ""), call.query.get("latestTime", "")
    return bool(earliest) and earliest[:2] == latest[:2]


json_answer(
    "AVT-12.lot29-within-an-hour",
    "No tee time is listed when earliestTime and latestTime are in the same hour.",
    "listTeeTimes",
    where(
        lambda body: body["isOnline"],
        in_turn(put("availableTimes", []), put("timeSlots.firstAvailable", None), put("timeSlots.lastAvailable", None)),
    ),
    when=_within_an_hour,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _by_day_of_month(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(days, key=lambda day: str(day["date"][8:]))


json_answer(
    "AVM-19.lot29-day-of-month",
    "The days of a period that goes past the end of a month are ordered by the day of the month.",
    "checkAvailability",
    alter("availabilityResults", _by_day_of_month),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _CACHED,
    "The same question about several days gets the answer of five minutes ago, whatever was booked since.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_week(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "date" in call.query:
        return answer
    cache, now = memory_of_world(call, _CACHED), await world_time(call)
    question = f"{call.path}?{sorted(call.query.multi_items())}"
    asked, known = cache.get(question, (None, None))
    if asked is not None and asked <= now < asked + _KEPT:
        return answer.with_json(known)
    cache[question] = (now, answer.json())
    return answer
