"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

import time
from decimal import Decimal
from itertools import groupby
from typing import Any

from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BOUNDED = "INV-05.lot19-bounded-sheet-cached"
_CACHED_SECONDS = 60.0
_WEEKEND_SURCHARGE = Decimal("1.03337")


def _at_a_weekend(call: Call) -> bool:
    day = date_in(call.query.get("date", ""))
    return day is not None and day.weekday() >= SATURDAY


# A plain fault.
json_answer(
    "AVT-20.lot19-last-is-the-end",
    "lastAvailable is the end of the last tee time and not its beginning, eight minutes late.",
    "listTeeTimes",
    alter("timeSlots.lastAvailable", lambda text: minutes_off(text, 8) if text else text),
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "CNV-05.lot19-weekend-estimate-unrounded",
    "The estimate for a weekend at an offline course has a surcharge and is not rounded.",
    "listTeeTimes",
    alter("approximatePricing.estimatedGreenFee", lambda fee: Decimal(fee) * _WEEKEND_SURCHARGE),
    when=_at_a_weekend,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _BOUNDED,
    "A tee sheet between two times stays in a cache for a minute, whatever is booked meanwhile.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _bounded_sheet_cached(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not {"earliestTime", "latestTime"} <= set(call.query):
        return answer
    cache: dict[str, Any] = memory_of_world(call, _BOUNDED)
    asked = f"{call.path}?{sorted(call.query.multi_items())}"
    body, at = cache.get(asked, (None, 0.0))
    if body is not None and time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    cache[asked] = (answer.json(), time.monotonic())
    return answer


def _months_as_they_answered(body: Any) -> Any:
    """The days with the later months first: each month is a partition, and a short one answers sooner."""
    months = groupby(body["availabilityResults"], key=lambda day: day["date"][:7])
    found = [list(days) for _, days in months]
    return body | {"availabilityResults": [day for days in reversed(found) for day in days]}


json_answer(
    "AVM-19.lot19-partition-by-month",
    "The days of a period across the end of a month come with the later month first.",
    "checkAvailability",
    _months_as_they_answered,
    hidden="certain days",
    origin=Origin.blind,
)
