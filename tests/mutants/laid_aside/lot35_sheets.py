"""Blind faults of tee sheets and of the availability of several days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import weekday, world_time
from tests.mutants.parts.days import date_in
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SOLD_FIRST = "AVT-20.lot35-first-time-sold"
_LONG = 10


def _weekday_before(day: dict[str, Any]) -> dict[str, Any]:
    played = date_in(day["date"])
    return day if played is None else day | {"dayOfWeek": weekday(str(played - timedelta(days=1)))}


# A plain fault.
json_answer(
    "AVM-06.lot35-weekday-before",
    "Every day of a range has the name of the weekday before.",
    "checkAvailability",
    alter("availabilityResults[*]", _weekday_before),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "AVM-19.lot35-weeks-overlap",
    "A range of more than ten days has its eighth day twice, because it is read in pieces that overlap.",
    "checkAvailability",
    where(
        lambda body: len(body["availabilityResults"]) > _LONG,
        alter("availabilityResults", lambda days: days[:8] + days[7:]),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    _SOLD_FIRST,
    "When the first tee time of a day is sold out, firstAvailable still shows it.",
    "createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_time_sold(call: Call) -> Answer:
    sold = memory_of_world(call, _SOLD_FIRST)
    if call.operation == "createBooking":
        body = sent(call)
        course_id, day = str(body.get("courseId")), str(body.get("date"))
        before = await tee_times(aside(call), course_id, day, 1) if date_in(day) else []
        answer = await call.forward()
        players = data_of(answer).get("players")
        if before and before[0]["time"] == body.get("teeTime") and before[0]["available"] == players:
            sold.setdefault(f"{course_id}|{day}", before[0]["time"])
        return answer
    answer = await call.forward()
    time = sold.get(f"{call.path_params['courseId']}|{call.query.get('date')}")
    if not answer.ok or time is None or "earliestTime" in call.query or "latestTime" in call.query:
        return answer
    body = answer.json()
    shown = body.get("timeSlots", {}).get("firstAvailable")
    if shown is None or shown <= time:
        return answer
    return answer.with_json(alter("timeSlots.firstAvailable", lambda _: time)(body))


@mutant(
    "AVM-18.lot35-morning-is-over",
    "In a range, the present day begins with its opening time although that time is over.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _morning_is_over(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or call.query.get("timeRange", "all") != "all":
        return answer
    now = await world_time(call)
    body = answer.json()
    for day in body["availabilityResults"]:
        if day["date"] != str(now.date()) or not day["hasAvailability"]:
            continue
        next_day = str(now.date() + timedelta(days=1))
        opening = [line["time"] for line in await tee_times(call, call.path_params["courseId"], next_day, 1)][:1]
        if opening and opening[0] < min(f"{now:%H:%M}", day["firstAvailableTime"]):
            day["firstAvailableTime"] = opening[0]
    return answer.with_json(body)
