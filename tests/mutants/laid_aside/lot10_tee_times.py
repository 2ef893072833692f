"""Blind faults of the tenth lot: tee sheets, and the availability of several days."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, course_of
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, weekday, world_time
from tests.mutants.parts.days import SATURDAY, date_in, is_summer_time
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SUPPLEMENT, _CENT = Decimal("1.2"), Decimal("0.01")
_BEGIN_OF_BUSINESS = 6
_WEEK = 7
_AN_HOUR_AHEAD_IN_SUMMER = frozenset(["GB", "IE", "PT"])


# A plain fault.
json_answer(
    "AVO-03.lot10-from-to",
    "The estimated green fee of an offline course is a text with two amounts.",
    "listTeeTimes",
    where(
        lambda body: not body["isOnline"],
        alter("approximatePricing.estimatedGreenFee", lambda fee: f"{int(fee * 9 / 10)}-{int(fee * 11 / 10)}"),
    ),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "AVT-11.lot10-between",
    "With both time bounds, the tee times at the bounds are listed too.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _between(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "earliestTime", "latestTime") or not answer.json()["isOnline"]:
        return answer
    whole = await call.without("earliestTime", "latestTime").forward()
    earliest, latest = call.query["earliestTime"], call.query["latestTime"]
    body = answer.json()
    listed = [line for line in whole.json()["availableTimes"] if earliest <= line["time"] <= latest]
    body["availableTimes"] = listed
    if listed:
        body["timeSlots"] |= {"firstAvailable": listed[0]["time"], "lastAvailable": listed[-1]["time"]}
    return answer.with_json(body)


def _supplemented(pricing: dict[str, Any]) -> dict[str, Any]:
    fee = (pricing["greenFee"] * _SUPPLEMENT).quantize(_CENT)
    return pricing | {"greenFee": fee, "totalAmount": fee}


def _is_single_at_a_weekend(call: Call) -> bool:
    if call.operation == "listTeeTimes":
        players, day = call.query.get("players"), day_in(call, "date")
    else:
        players, day = str(sent(call).get("players")), date_in(str(sent(call).get("date")))
    return players == "1" and day is not None and day.weekday() >= SATURDAY


@mutant(
    "AVT-22.lot10-single-supplement",
    "At weekends, the green fee is a fifth higher for one player alone.",
    "listTeeTimes holdTeeTime",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _single_supplement(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not _is_single_at_a_weekend(call):
        return answer
    at = "availableTimes[*].pricing" if call.operation == "listTeeTimes" else "pricing"
    return answer.with_json(alter(at, _supplemented)(answer.json()))


@mutant(
    "AVT-24.lot10-day-of-business",
    "Until six in the morning, the tee sheet of yesterday still offers tee times.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _day_of_business(call: Call) -> Answer:
    asked = day_in(call, "date")
    now = await world_time(call)
    if asked is None or now.hour >= _BEGIN_OF_BUSINESS or asked != now.date() - timedelta(days=1):
        return await call.forward()
    offered = await call.asking(date=days_after(asked.isoformat(), _WEEK)).forward()
    if not offered.ok or not offered.json()["isOnline"]:
        return await call.forward()
    return offered.with_json(put("date", asked.isoformat())(offered.json()))


def _of_the_day_before(day: dict[str, Any]) -> dict[str, Any]:
    if not is_summer_time(date.fromisoformat(day["date"])):
        return day
    return day | {"dayOfWeek": weekday(days_after(day["date"], -1))}


@mutant(
    "AVM-06.lot10-midnight-in-summer",
    "In summer time, a day of a British, Irish or Portuguese course has the weekday of the day before.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _midnight_in_summer(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "availabilityResults" not in answer.json():
        return answer
    course = await course_of(aside(call), call.path_params["courseId"])
    if course.get("country") not in _AN_HOUR_AHEAD_IN_SUMMER:
        return answer
    body = alter("availabilityResults[*]", _of_the_day_before)(answer.json())
    if body.get("bestAvailability"):
        body["bestAvailability"] = _of_the_day_before(body["bestAvailability"])
    return answer.with_json(body)
