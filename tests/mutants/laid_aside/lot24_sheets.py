"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import memory_of_world, places_at
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HELD = "AVM-18.lot24-held-times-count"
_PLACES = 4
_FOUR_WEEKS = timedelta(days=28)

# A plain fault.
json_answer(
    "AVT-16.lot24-twilight-with-seconds",
    "The twilight start has seconds.",
    "listTeeTimes",
    alter("timeSlots.twilightStart", lambda time: time and f"{time}:00"),
    origin=Origin.blind,
)


# Faults under a condition.
def _within_one_hour(call: Call) -> bool:
    return asks(call, "earliestTime", "latestTime") and call.query["earliestTime"][:2] == call.query["latestTime"][:2]


def _emptied(body: Any) -> Any:
    if body["isOnline"]:
        body["availableTimes"] = []
        body["timeSlots"] |= {"firstAvailable": None, "lastAvailable": None}
    return body


json_answer(
    "AVT-12.lot24-window-within-an-hour",
    "A window whose two bounds lie in the same hour finds nothing: the bounds are compared by the hour.",
    "listTeeTimes",
    _emptied,
    when=_within_one_hour,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-05.lot24-total-for-what-is-left",
    "The total of a tee time that is partly taken is for all places that are left.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _total_for_what_is_left(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for line in body.get("availableTimes", ()):
        if players_asked(call) < line["available"] < _PLACES:
            line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * line["available"]
    return answer.with_json(body)


@mutant(
    "AVT-25.lot24-whole-last-month",
    "The whole month of the last day that can be booked has tee times, also the days after that day.",
    "listTeeTimes",
    hidden="certain days",
    origin=Origin.blind,
)
async def _whole_last_month(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "date")
    if code_of(answer) != "date_too_far" or day is None:
        return answer
    terms = (await call.upstream("GET", f"/travel/courses/{call.path_params['courseId']}/terms")).json()["data"]
    last = (await world_time(call)).date() + timedelta(days=terms["bookingTerms"]["maxDaysInAdvance"])
    if (day.year, day.month) != (last.year, last.month):
        return answer
    offered = await call.asking(date=day - _FOUR_WEEKS).forward()
    return offered.with_json(offered.json() | {"date": day.isoformat()}) if offered.ok else answer


@mutant(
    _HELD,
    "A tee time that is full only because of holds counts as a slot in the answer for several days.",
    "holdTeeTime createBooking checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_times_count(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _HELD)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok and "holdId" in sent(call):
            _forget_hold(call, str(sent(call)["holdId"]))
        return answer
    if not answer.ok or call.query.get("timeRange", "all") != "all":
        return answer
    body = answer.json()
    for slot, holds in (await live_holds(call, _HELD)).items():
        course_id, date, _ = slot.split("|")
        if course_id == body["courseId"]:
            places = await places_at(aside(call), slot)
            if places < players_asked(call) <= places + players_of(holds):
                _count_one_more(body, date)
    return answer.with_json(body)


def _forget_hold(call: Call, hold_id: str) -> None:
    for slot in memory_of_world(call, _HELD):
        holds = holds_at(call, _HELD, slot)
        holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]


def _count_one_more(body: dict[str, Any], date: str) -> None:
    for day in (*body["availabilityResults"], body["bestAvailability"] or {}):
        if day.get("date") == date and day["availableSlots"]:
            day["availableSlots"] += 1


@mutant(
    "AVM-16.lot24-afternoon-of-today",
    "A range that begins today has no today when it asks for the afternoons.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _afternoon_of_today(call: Call) -> Answer:
    answer = await call.forward()
    today = (await world_time(call)).date().isoformat()
    if not answer.ok or call.query.get("timeRange") != "afternoon" or call.query.get("startDate") != today:
        return answer
    body = answer.json()
    later = [day for day in body["availabilityResults"] if day["date"] != today]
    offered = [day for day in later if day["hasAvailability"]]
    if not offered:
        return answer
    body["availabilityResults"] = later
    if body["bestAvailability"]["date"] == today:
        best = min(offered, key=lambda day: (day["lowestPrice"], -day["availableSlots"], day["date"]))
        body["bestAvailability"] = {name: best[name] for name in body["bestAvailability"]}
    return answer.with_json(body)
