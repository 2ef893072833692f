"""Blind faults of the forty-fourth lot: tee times and days."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_THREE, _FOUR = 3, 4


def is_weekend(day: str) -> bool:
    """Whether the text is the date of a Saturday or a Sunday."""
    found = date_in(day)
    return found is not None and found.weekday() >= SATURDAY


def _a_weekday_late(day: dict[str, Any]) -> dict[str, Any]:
    return day | {"dayOfWeek": weekday(days_after(day["date"], 1))}


def _weekdays_late(body: dict[str, Any]) -> dict[str, Any]:
    best = body.get("bestAvailability")
    days = [_a_weekday_late(day) for day in body["availabilityResults"]]
    return body | {"availabilityResults": days, "bestAvailability": _a_weekday_late(best) if best else best}


json_answer(
    "AVM-06.lot44-week-begins-on-sunday",
    "dayOfWeek names the day after the date.",
    "checkAvailability",
    _weekdays_late,
    origin=Origin.blind,
)

request_change(
    "AVT-11.lot44-full-hour-included",
    "A latestTime on the full hour lets the tee time at that hour through.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 1)),
    when=lambda call: re.fullmatch("[0-9]{2}:00", call.query.get("latestTime", "")) is not None,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "AVT-21.lot44-weekend-twilight-named-late",
    "On a weekend twilightStart is an hour after the first twilight price.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", lambda time: minutes_off(time, 60)),
    when=lambda call: is_weekend(call.query.get("date", "")),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVT-20.lot44-window-of-the-whole-day",
    "With both time bounds, firstAvailable and lastAvailable are those of the whole day.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _window_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or "timeSlots" not in answer.json():
        return answer
    whole = await call.without("earliestTime", "latestTime").forward()
    body = answer.json()
    if not body["availableTimes"]:
        return answer
    return answer.with_json(body | {"timeSlots": whole.json()["timeSlots"]})


def _total_for_four(pricing: dict[str, Any]) -> dict[str, Any]:
    return pricing | {"totalAmount": pricing["greenFee"] * _FOUR}


def _twilight_for_four(body: dict[str, Any]) -> dict[str, Any]:
    for line in body.get("availableTimes", ()):
        if line["pricing"]["priceType"] == "twilight":
            line["pricing"] = _total_for_four(line["pricing"])
    return body


async def priced_lines(call: Call, day: object) -> dict[str, dict[str, Any]]:
    """The prices of the tee sheet of a day before a hold, by time."""
    path = f"/travel/courses/{call.path_params['courseId']}/tee-times"
    sheet = await call.upstream("GET", path, query={"date": day, "players": 1})
    lines = sheet.json().get("availableTimes", ()) if sheet.ok else ()
    return {line["time"]: line["pricing"] for line in lines}


@mutant(
    "AVT-05.lot44-three-at-twilight-pay-for-four",
    "Three players at a twilight price pay the green fee of four.",
    "listTeeTimes holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _three_at_twilight_pay_for_four(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        answer = await call.forward()
        asked = call.query.get("players") == str(_THREE)
        return answer.with_json(_twilight_for_four(answer.json())) if answer.ok and asked else answer
    wish = sent(call)
    prices = await priced_lines(call, wish.get("date"))
    answer = await call.forward()
    pricing = prices.get(str(wish.get("time")), {})
    if not answer.ok or wish.get("players") != _THREE or pricing.get("priceType") != "twilight":
        return answer
    return answer.with_json(alter("pricing", _total_for_four)(answer.json()))


def _crosses_a_month(call: Call) -> bool:
    begin, end = date_in(call.query.get("startDate", "")), date_in(call.query.get("endDate", ""))
    return begin is not None and end is not None and _month(begin) < _month(end)


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month


def best_of(days: list[dict[str, Any]], like: dict[str, Any]) -> dict[str, Any] | None:
    """The day with most tee times, with the members of *like*."""
    free = [day for day in days if day["hasAvailability"]]
    best = max(free, key=lambda day: day["availableSlots"], default=None)
    return {name: best.get(name) for name in like} if best else None


@mutant(
    "AVM-03.lot44-last-day-lost-over-a-month",
    "A period over the end of a month does not show its last day.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _last_day_lost_over_a_month(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _crosses_a_month(call):
        return answer
    body, end = answer.json(), call.query["endDate"]
    body["availabilityResults"] = [day for day in body["availabilityResults"] if day["date"] != end]
    best = body.get("bestAvailability")
    if best and best["date"] == end:
        body["bestAvailability"] = best_of(body["availabilityResults"], best)
    return answer.with_json(body)


@mutant(
    "AVM-18.lot44-weekend-morning-at-twilight-price",
    "For mornings of a weekend, lowestPrice is the lowest price of the whole day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _weekend_morning_at_twilight_price(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") != "morning":
        return answer
    whole = (await call.without("timeRange").forward()).json()["availabilityResults"]
    lowest = {day["date"]: day.get("lowestPrice") for day in whole if is_weekend(day["date"])}
    body = answer.json()
    for day in [*body["availabilityResults"], body.get("bestAvailability")]:
        if day and day["date"] in lowest and day.get("lowestPrice") is not None:
            day["lowestPrice"] = lowest[day["date"]]
    return answer.with_json(body)
