"""Blind faults of the sixty-third lot: tee times and days."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after, weekday, world_time
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_KEPT = WorldMemory()
_CENT = Decimal("0.01")


@mutant(
    "AVT-11.lot63-window-with-its-start",
    "With both bounds given the tee time at earliestTime itself is listed.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _window_with_its_start(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or not answer.json()["isOnline"]:
        return answer
    body = (await call.without("earliestTime").forward()).json()
    kept = [line for line in body["availableTimes"] if line["time"] >= call.query["earliestTime"]]
    if len(kept) == len(answer.json()["availableTimes"]):
        return answer
    body["availableTimes"] = kept
    body["timeSlots"]["firstAvailable"] = kept[0]["time"]
    return answer.with_json(body)


def _last_but_a_step(body: Any) -> Any:
    if body["isOnline"] and len(body["availableTimes"]) > 1:
        body["timeSlots"]["lastAvailable"] = body["availableTimes"][-2]["time"]
    return body


json_answer(
    "AVT-20.lot63-last-time-missed",
    "The lastAvailable of a day is the tee time before the last listed.",
    "listTeeTimes",
    _last_but_a_step,
    origin=Origin.blind,
)


def _cheaper_at_twilight(body: Any) -> Any:
    for line in body.get("availableTimes", []):
        pricing = line["pricing"]
        if pricing["priceType"] == "twilight":
            fee = (Decimal(str(pricing["greenFee"])) * Decimal("0.9")).quantize(_CENT)
            pricing |= {"greenFee": fee, "totalAmount": fee * 4}
    return body


json_answer(
    "AVT-22.lot63-four-at-twilight",
    "The green fee per player at twilight is lower when four players are asked for.",
    "listTeeTimes",
    _cheaper_at_twilight,
    when=lambda call: players_asked(call) == 4,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _days_of_next_year(body: Any) -> Any:
    days = body["availabilityResults"]
    for day in days:
        if day["date"][:4] != days[0]["date"][:4]:
            day["dayOfWeek"] = weekday(days_after(day["date"], -1))
    return body


json_answer(
    "AVM-06.lot63-over-new-year",
    "In a period that crosses the new year the days after it show the weekday of the day before.",
    "checkAvailability",
    _days_of_next_year,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-18.lot63-remembered-days",
    "A period that was asked for within the last minute is answered as before, whatever was booked since.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _remembered_days(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    now = await world_time(call)
    kept = _KEPT.of(call)
    question = f"{call.path}?{call.query_string}"
    body, since = kept.get(question, (None, now))
    if body is None or now - since >= timedelta(minutes=1):
        kept[question] = answer.json(), now
        return answer
    return answer.with_json(body)
