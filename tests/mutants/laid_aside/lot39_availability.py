"""Blind faults of the thirty-ninth lot: the tee times of a day, and of several days."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import days_after, weekday, world_time
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FULL_PARTY = 4


# Plain faults.
def _minutes(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 60


json_answer(
    "AVO-04.lot39-minutes-as-number",
    "The response time of an offline course is a number of minutes and no text.",
    "listTeeTimes",
    alter("offlineBookingContact.responseTime", _minutes),
    origin=Origin.blind,
)


def _of_the_day_before(day: Any) -> Any:
    return day and day | {"dayOfWeek": weekday(days_after(day["date"], -1))}


json_answer(
    "AVM-06.lot39-weekday-before",
    "The days of a period have the weekday of the day before.",
    "checkAvailability",
    in_turn(alter("availabilityResults[*]", _of_the_day_before), alter("bestAvailability", _of_the_day_before)),
    when=asks_for_a_range,
    origin=Origin.blind,
)


# Faults under a condition.
def _for_four(pricing: dict[str, Any]) -> dict[str, Any]:
    if pricing["priceType"] != "twilight":
        return pricing
    return pricing | {"totalAmount": pricing["greenFee"] * _FULL_PARTY}


json_answer(
    "AVT-05.lot39-twilight-for-four",
    "The total of a twilight tee time is that of four players when fewer were asked for.",
    "listTeeTimes",
    alter("availableTimes[*].pricing", _for_four),
    when=lambda call: players_asked(call) < _FULL_PARTY,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _before_the_hour_of(latest: str, body: dict[str, Any]) -> dict[str, Any]:
    kept = [line for line in body["availableTimes"] if line["time"][:2] < latest[:2]]
    ends = {"firstAvailable": kept[0]["time"] if kept else None, "lastAvailable": kept[-1]["time"] if kept else None}
    return body | {"availableTimes": kept, "timeSlots": body["timeSlots"] | ends}


@mutant(
    "AVT-12.lot39-whole-hours-only",
    "A latestTime within an hour removes the tee times of that hour that are before it too.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _whole_hours_only(call: Call) -> Answer:
    answer, latest = await call.forward(), call.query.get("latestTime", "")
    if not answer.ok or not latest or latest.endswith(":00") or not answer.json()["isOnline"]:
        return answer
    return answer.with_json(_before_the_hour_of(latest, answer.json()))


json_answer(
    "AVM-19.lot39-by-day-of-the-month",
    "The days of a period beyond the end of a month are in the order of the day of the month.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"][8:]))),
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot39-best-of-the-whole-day",
    "The best day of a search for mornings or afternoons is that of the whole days.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or call.query.get("timeRange", "all") == "all":
        return answer
    whole = await aside(call).without("timeRange").forward()
    best = whole.json()["bestAvailability"] if whole.ok else None
    return answer.with_json(answer.json() | {"bestAvailability": best}) if best else answer


_MINUTE = "AVM-18.lot39-one-minute-old"


@mutant(
    _MINUTE,
    "The same question about several days gets the same answer for a minute, whatever was booked or held meanwhile.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_minute_old(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    kept, now = memory_of_world(call, _MINUTE), await world_time(call)
    question = f"{call.path}?{sorted(call.query.multi_items())}"
    at, body = kept.get(question, (now, answer.body))
    if not timedelta(0) <= now - at < timedelta(minutes=1):
        at, body = now, answer.body
    kept[question] = at, body
    return replace(answer, body=body)
