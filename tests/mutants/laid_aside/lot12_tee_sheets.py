"""Blind faults of the twelfth lot: tee times of one day and of several."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NOON = "12:00"
_MOST_DAYS = 5
_UNCOUNTED = "AVM-18.lot12-cancelled-not-counted"


def _last_before_twilight(body: dict[str, Any]) -> dict[str, Any]:
    if not body.get("availableTimes"):
        return body
    slots = body["timeSlots"]
    early = [item["time"] for item in body["availableTimes"] if item["time"] < (slots["twilightStart"] or "")]
    if early and early[-1] < body["availableTimes"][-1]["time"]:
        slots["lastAvailable"] = early[-1]
    return body


json_answer(
    "AVT-20.lot12-last-before-twilight",
    "lastAvailable leaves the twilight tee times out.",
    "listTeeTimes",
    _last_before_twilight,
    origin=Origin.blind,
)


def _without_zero(time: object) -> object:
    return time.removeprefix("0") if isinstance(time, str) else time


json_answer(
    "CNV-02.lot12-hour-of-one-digit",
    "The first tee time of a day has its hour without the leading zero.",
    "checkAvailability",
    alter("availabilityResults[*].firstAvailableTime", _without_zero),
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot12-minutes-compared-apart",
    "earliestTime compares hours and minutes each by itself, so that later hours lose their first minutes.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _minutes_apart(call: Call) -> Answer:
    answer = await call.forward()
    minute = call.query.get("earliestTime", "")[3:]
    if not answer.ok or not minute:
        return answer
    kept = alter("availableTimes", lambda items: [item for item in items if item["time"][3:] >= minute])
    return answer.with_json(kept(answer.json()))


json_answer(
    "AVM-19.lot12-by-day-of-month",
    "The days of a range are sorted by the day of the month.",
    "checkAvailability",
    alter("availabilityResults", lambda days: sorted(days, key=lambda day: str(day["date"])[8:])),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    _UNCOUNTED,
    "The count of a day in the multi-day answer goes down with a booking and never up with its cancel.",
    "cancelBooking createBooking checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _uncounted(call: Call) -> Answer:
    if call.operation == "checkAvailability":
        return await _counted_down(call)
    booking = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if booking:
        memory_of_world(call, _UNCOUNTED)["|".join(place_of(booking))] = True
    elif call.operation == "createBooking":
        memory_of_world(call, _UNCOUNTED).pop("|".join(place_of(answer.json()["data"])), None)
    return answer


async def _counted_down(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    lost: dict[str, set[str]] = {}
    for slot in memory_of_world(call, _UNCOUNTED):
        course, day, at = slot.split("|")
        if course == body["courseId"] and _in_range(call, at):
            lost.setdefault(day, set()).add(at)
    days = [day for day in body["availabilityResults"] if day["date"] in lost]
    for day in days[:_MOST_DAYS]:
        offered = await tee_times(call, body["courseId"], day["date"], int(call.query.get("players", 4)))
        missing = sum(item["time"] in lost[day["date"]] for item in offered)
        if missing < day["availableSlots"]:
            day["availableSlots"] -= missing
            best = body.get("bestAvailability") or {}
            if best.get("date") == day["date"]:
                best["availableSlots"] = day["availableSlots"]
    return answer.with_json(body)


def _in_range(call: Call, at: str) -> bool:
    part = str(call.query.get("timeRange", "all"))
    return part == "all" or (at < _NOON) == (part == "morning")


@mutant(
    "AVO-06.lot12-answer-of-another-day",
    "The answer for an offline course is cached by course alone, so that another day gets that of the first.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _of_another_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    return answer.with_json(call.memory.setdefault(call.path, answer.json()))
