"""Blind faults of the sixtieth lot: tee times and days."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_QUOTED_DAYS = 180


def _whole(amount: Any) -> Decimal:
    return Decimal(int(amount)).quantize(Decimal("0.01"))


json_answer(
    "AVT-05.lot60-totals-in-whole-units",
    "A totalAmount that is no whole number loses its cents.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", _whole),
    hidden="some values",
    origin=Origin.blind,
)


def _bounded_on_a_weekend(call: Call) -> bool:
    day = day_in(call, "date")
    return asks(call, "earliestTime") and day is not None and day.weekday() >= SATURDAY


json_answer(
    "AVT-12.lot60-no-twilight-on-weekends",
    "On Saturdays and Sundays, earliestTime removes the tee times at twilight prices too.",
    "listTeeTimes",
    alter("availableTimes", lambda lines: [line for line in lines if line["pricing"]["priceType"] != "twilight"]),
    when=_bounded_on_a_weekend,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "AVM-06.lot60-short-weekdays",
    "dayOfWeek has only the first three letters of the weekday.",
    "checkAvailability",
    in_turn(
        alter("availabilityResults[*].dayOfWeek", lambda name: name[:3]),
        alter("bestAvailability.dayOfWeek", lambda name: name[:3]),
    ),
    origin=Origin.blind,
)


def _slots_of_the_day_before(body: Any) -> Any:
    days = body["availabilityResults"]
    slots = [day["availableSlots"] for day in days]
    best = body["bestAvailability"] or {}
    for day, before in zip(days[1:], slots, strict=False):
        if day["date"][:7] == days[0]["date"][:7] or not day["availableSlots"] or not before:
            continue
        day["availableSlots"] = before
        if best.get("date") == day["date"]:
            best["availableSlots"] = before
    return body


json_answer(
    "AVM-18.lot60-slots-after-the-month",
    "When a period goes on into another month, the days of that month show the slots of the day before.",
    "checkAvailability",
    _slots_of_the_day_before,
    when=asks_for_a_range,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVO-06.lot60-far-day-drawn-nearer",
    "An offline course answers a date more than 180 days ahead with the day in 180 days.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _far_day_drawn_nearer(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if not answer.ok or day is None or answer.json()["isOnline"]:
        return answer
    latest = (await world_time(call)).date() + timedelta(days=_QUOTED_DAYS)
    return answer if day <= latest else await aside(call).asking(date=latest).forward()
