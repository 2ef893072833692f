"""Blind faults of the sixth lot: availability across several days."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import weekday
from tests.mutants.parts.days import clocks_change, date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_OCTOBER = 10
_KEPT_SECONDS = 60.0
Day = dict[str, Any]


# A plain fault.
def _weekday_of_the_start(body: Any) -> Any:
    if body["bestAvailability"]:
        body["bestAvailability"]["dayOfWeek"] = weekday(body["availabilityResults"][0]["date"])
    return body


json_answer(
    "AVM-15.lot6-weekday-of-the-start",
    "bestAvailability has the weekday of the first day of the range.",
    "checkAvailability",
    _weekday_of_the_start,
    when=asks_for_a_range,
    origin=Origin.blind,
)


# Faults under a condition.
def _has_25_hours(day: Day) -> bool:
    found = date_in(day["date"])
    return found is not None and found == clocks_change(found.year, _OCTOBER)


def _counted_in_hours(body: Any) -> Any:
    days: list[Day] = body["availabilityResults"]
    long = next((index for index, day in enumerate(days[:-1]) if _has_25_hours(day)), None)
    if long is not None:
        body["availabilityResults"] = [*days[: long + 1], *days[long:-1]]
    return body


json_answer(
    "AVM-19.lot6-day-of-25-hours",
    "The day on which the clocks go back comes twice, and the last day of the range is missing.",
    "checkAvailability",
    _counted_in_hours,
    hidden="certain days",
    origin=Origin.blind,
)

request_change(
    "AVM-12.lot6-one-player-in-a-part",
    "A request for a part of the day without players is answered for one player.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: call.query.get("timeRange") in ("morning", "afternoon") and not asks(call, "players"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

_NOTHING = {"firstAvailableTime": None, "lastAvailableTime": None, "lowestPrice": None}


def _months_of_thirty_days(body: Any) -> Any:
    days: list[Day] = body["availabilityResults"]
    lost = [day for day in days if day["date"].endswith("-31")] if len(days) > 1 else []
    if not lost:
        return body
    for day in lost:
        day |= {"hasAvailability": False, "availableSlots": 0, **_NOTHING}
    free = [day for day in days if day["hasAvailability"]]
    best = min(free, key=lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]), default=None)
    named = ("date", "dayOfWeek", "availableSlots", "lowestPrice")
    body["bestAvailability"] = {name: best[name] for name in named} if best else None
    return body


json_answer(
    "AVM-18.lot6-months-of-thirty-days",
    "In a range of several days, the 31st of a month has no tee times.",
    "checkAvailability",
    _months_of_thirty_days,
    hidden="certain days",
    origin=Origin.blind,
)

_KEPT = "AVM-18.lot6-kept-after-cancellation"


@mutant(
    _KEPT,
    "After a cancellation, a range that was asked for before shows the former numbers for a minute.",
    "checkAvailability createBooking holdTeeTime cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_after_cancellation(call: Call) -> Answer:
    memory = memory_of_world(call, _KEPT)
    fresh: dict[Any, Answer] = memory.setdefault("fresh", {})
    kept: dict[Any, tuple[Answer, float]] = memory.setdefault("kept", {})
    if call.operation == "checkAvailability":
        key = (call.path_params["courseId"], call.query_string)
        if key in kept and time.monotonic() - kept[key][1] < _KEPT_SECONDS:
            return kept[key][0]
        kept.pop(key, None)
        answer = await call.forward()
        if answer.ok:
            fresh[key] = answer
        return answer
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    course_id = before.get("course", {}).get("id") or call.path_params.get("courseId") or sent(call).get("courseId")
    if answer.ok:
        of_the_course = {key: fresh.pop(key) for key in list(fresh) if key[0] == course_id}
        for key in [key for key in kept if key[0] == course_id]:
            del kept[key]
        if before.get("status") == "confirmed":
            kept |= {key: (former, time.monotonic()) for key, former in of_the_course.items()}
    return answer
