"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.pretending import Json, all_bookings
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SINGLE_SUPPLEMENT = Decimal("1.15")
_PLACES = 4


def _with_seconds(time: Any) -> Any:
    return f"{time}:00" if isinstance(time, str) else time


def _within_an_hour(call: Call) -> bool:
    earliest, latest = call.query.get("earliestTime", ""), call.query.get("latestTime", "")
    return len(earliest) == len(latest) == 5 and earliest[:2] == latest[:2] and earliest < latest


def _single_supplement(line: Json) -> Json:
    pricing = line["pricing"]
    if pricing["priceType"] != "twilight":
        return line
    fee = (Decimal(pricing["greenFee"]) * _SINGLE_SUPPLEMENT).quantize(Decimal("0.01"))
    return line | {"pricing": pricing | {"greenFee": fee, "totalAmount": fee}}


def _sold_out_at_the_last(day: Json) -> Json:
    return day | {"hasAvailability": False} if day["availableSlots"] == 1 else day


# Plain faults.
json_answer(
    "CNV-02.lot30-twilight-with-seconds",
    "The start of the twilight has seconds.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", _with_seconds),
    origin=Origin.blind,
)
json_answer(
    "AVM-19.lot30-last-day-first",
    "The days of a period come in the order of a stack, the last one first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: days[::-1]),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "AVT-12.lot30-within-one-hour",
    "The bounds are compared by their hours: between two times of one hour nothing is offered.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime="23:58", latestTime="23:59"),
    when=_within_an_hour,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
json_answer(
    "AVT-22.lot30-alone-at-twilight",
    "A single player pays a higher green fee at twilight than each of several does.",
    "listTeeTimes",
    alter("availableTimes[*]", _single_supplement),
    when=lambda call: players_asked(call) == 1,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
json_answer(
    "AVM-07.lot30-the-last-one",
    "A day with a single tee time left says that it has no availability.",
    "checkAvailability",
    alter("availabilityResults[*]", _sold_out_at_the_last),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "AVO-05.lot30-times-the-course-confirmed",
    "An offline course lists the tee times of the day at which it confirmed bookings of the agency.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _times_the_course_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    body = answer.json()
    own = await all_bookings(call, status="confirmed", startDate=body["date"], endDate=body["date"])
    known = {item["teeTime"]: item["players"] for item in own if item["course"]["id"] == body["courseId"]}
    if not known:
        return answer
    fee, currency = body["approximatePricing"]["estimatedGreenFee"], body["approximatePricing"]["currency"]
    total = fee * players_asked(call)
    pricing = {"currency": currency, "greenFee": fee, "totalAmount": total, "priceType": "standard"}
    lines = [
        {"time": time, "available": max(0, _PLACES - players), "pricing": pricing}
        for time, players in sorted(known.items())
    ]
    return answer.with_json(body | {"availableTimes": lines})
