"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SNAPSHOT = "AVM-18.lot37-snapshot-of-days"
_FRESH = timedelta(minutes=10)

# A plain fault.
json_answer(
    "CNV-02.lot37-twilight-seconds",
    "twilightStart is a time with seconds.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", lambda time: f"{time}:00"),
    origin=Origin.blind,
)


# Faults under a condition.
def _without_noon(body: Any) -> Any:
    if not body["isOnline"] or not body["availableTimes"]:
        return body
    body["availableTimes"] = [line for line in body["availableTimes"] if line["time"][:2] != "12"]
    times = [line["time"] for line in body["availableTimes"]]
    if times:
        body["timeSlots"] |= {"firstAvailable": times[0], "lastAvailable": times[-1]}
    return body


json_answer(
    "AVT-12.lot37-noon-is-midnight",
    "An earliestTime in the morning removes the tee times from 12:00 to 12:59, taken for those after midnight.",
    "listTeeTimes",
    _without_noon,
    when=lambda call: "00:00" <= call.query.get("earliestTime", "") < "12:00",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    _SNAPSHOT,
    "The answer for several days is kept for ten minutes, whatever is booked in them.",
    "checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _snapshot_of_days(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call):
        return answer
    kept, now = memory_of_world(call, _SNAPSHOT), await world_time(call)
    question = f"{call.path}?{sorted(call.query.multi_items())}"
    at, before = kept.get(question, (now, None))
    if before is not None and timedelta(0) <= now - at < _FRESH:
        return answer.with_json(before)
    kept[question] = (now, answer.json())
    return answer


json_answer(
    "AVM-19.lot37-sorted-by-day-number",
    "Days are sorted by the day of the month, so that the next month comes before the end of this one.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"])[8:])),
    hidden="certain days",
    origin=Origin.blind,
)
