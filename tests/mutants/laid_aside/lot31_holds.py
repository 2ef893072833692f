"""Blind faults of holds."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.pretending import Json, conflict, data_of, memory_of_world
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_IN_MULTI_DAY = "HLD-05.lot31-in-multi-day"
_BAD_INPUT = (400, 422)
_NOON = "12:00"


def _dearer(hold: Any) -> Any:
    fee = round(Decimal(hold["pricing"]["greenFee"]) * Decimal("1.1"), 2)
    return hold | {"pricing": hold["pricing"] | {"greenFee": fee, "totalAmount": fee * hold["players"]}}


# A plain fault.
json_answer(
    "HLD-11.lot31-with-a-fee",
    "The prices of a hold are ten percent above those of the tee sheet.",
    "holdTeeTime",
    _dearer,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-07.lot31-after-refused-attempt",
    "A hold completes no booking any more once a booking with it was refused for bad input.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _after_refused_attempt(call: Call) -> Answer:
    spent: dict[str, bool] = call.memory.setdefault("spent", {})
    hold_id = str(sent(call).get("holdId"))
    if call.operation == "createBooking" and spent.get(hold_id):
        return await conflict(call)
    answer = await call.forward()
    if call.operation == "holdTeeTime":
        if answer.ok:
            spent[answer.json()["holdId"]] = False
        return answer
    if answer.status in _BAD_INPUT and hold_id in spent:
        spent[hold_id] = True
    return answer


@mutant(
    "HLD-15.lot31-after-cancel",
    "A hold can complete another booking after the booking that it completed was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _after_cancel(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    if not answer.ok and used.get(hold_id) in cancelled:
        answer = await aside(call).upstream("POST", call.path, json=body)
    if answer.ok and hold_id:
        used[hold_id] = data_of(answer)["id"]
    return answer


@mutant(
    _IN_MULTI_DAY,
    "Multi-day availability counts held places as free.",
    "holdTeeTime createBooking checkAvailability",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _in_multi_day(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _IN_MULTI_DAY)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok and "holdId" in sent(call):
            _forget(call, sent(call)["holdId"])
        return answer
    if not answer.ok or not asks_for_a_range(call):
        return answer
    body = answer.json()
    for slot, holds in (await live_holds(call, _IN_MULTI_DAY)).items():
        course_id, day, time = slot.split("|")
        found = next((item for item in body["availabilityResults"] if item["date"] == day), None)
        if holds and found and course_id == body["courseId"] and await _would_fit(call, course_id, day, time, holds):
            _count(body, found, time, holds[0]["pricing"]["greenFee"])
    return answer.with_json(body)


def _forget(call: Call, hold_id: str) -> None:
    for holds in memory_of_world(call, _IN_MULTI_DAY).values():
        holds[:] = [hold for hold in holds if hold["holdId"] != hold_id]


async def _would_fit(call: Call, course_id: str, day: str, time: str, holds: list[Json]) -> bool:
    """Whether the tee time has room for the call with the held places and not without them."""
    part = call.query.get("timeRange", "all")
    if part != "all" and (time < _NOON) != (part == "morning"):
        return False
    offered = await tee_times(call, course_id, day, 1)
    free = next((int(line["available"]) for line in offered if line["time"] == time), 0)
    return free < players_asked(call) <= free + players_of(holds)


def _count(body: Json, day: Json, time: str, green_fee: Decimal) -> None:
    """Counts one more tee time at *time* in a day of *body*."""
    lowest = min(day["lowestPrice"] or green_fee, green_fee)
    day.update(
        hasAvailability=True,
        availableSlots=day["availableSlots"] + 1,
        firstAvailableTime=min(day["firstAvailableTime"] or time, time),
        lastAvailableTime=max(day["lastAvailableTime"] or time, time),
        lowestPrice=lowest,
    )
    best = body["bestAvailability"]
    if best is None or best["date"] == day["date"]:
        body["bestAvailability"] = {name: day[name] for name in ("date", "dayOfWeek", "availableSlots", "lowestPrice")}
