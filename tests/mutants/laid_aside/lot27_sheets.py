"""Blind faults of tee sheets and of the availability over several days."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_STALE = "AVT-20.lot27-last-time-sold"
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_LAST_MINUTE = "23:59"
_THOUSAND = 1000


def _is_a_window(call: Call) -> bool:
    """Whether the call has both time bounds, and the later one is no end of the day."""
    bounds = [call.query.get(name, "") for name in ("earliestTime", "latestTime")]
    return all(_TIME.fullmatch(bound) for bound in bounds) and bounds[0] < bounds[1] < _LAST_MINUTE


def _days_after_names(body: Any) -> Any:
    for day in body["availabilityResults"]:
        day["dayOfWeek"] = weekday(days_after(day["date"], 1))
    return body


# A plain fault.
json_answer(
    "AVM-06.lot27-weekday-off-by-one",
    "Each day over several days has the weekday name of the day after it.",
    "checkAvailability",
    _days_after_names,
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "AVT-05.lot27-thousands-lost",
    "A totalAmount of a thousand or more loses its thousands.",
    "listTeeTimes",
    alter("availableTimes[*].pricing.totalAmount", lambda total: total % _THOUSAND),
    hidden="some values",
    origin=Origin.blind,
)
json_answer(
    "AVM-19.lot27-sorted-without-year",
    "The days of a period over the new year come in the order of month and day, January first.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: day["date"][5:])),
    hidden="certain days",
    origin=Origin.blind,
)
request_change(
    "AVT-11.lot27-window-with-its-end",
    "With both time bounds, a tee time exactly at latestTime is listed too.",
    "listTeeTimes",
    lambda call: call.asking(latestTime=minutes_off(call.query["latestTime"], 1)),
    when=_is_a_window,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    _STALE,
    "lastAvailable stays at the last tee time of the day after that tee time was taken.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _last_time_sold(call: Call) -> Answer:
    answer = await call.forward()
    body = answer.json() if answer.ok else {}
    last = body.get("timeSlots", {}).get("lastAvailable")
    if not isinstance(last, str):
        return answer
    known: dict[str, str] = memory_of_world(call, _STALE)
    asked = f"{call.path}?{sorted(call.query.multi_items())}"
    known[asked] = max(last, known.get(asked, ""))
    return answer.with_json(body | {"timeSlots": body["timeSlots"] | {"lastAvailable": known[asked]}})
