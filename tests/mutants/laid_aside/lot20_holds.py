"""Blind faults of tee-time holds."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import body_of, data_of, memory_of_world, moment_of, slot_of, true_booking
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWICE = "HLD-06.lot20-same-time-twice"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


@mutant(
    "HLD-15.lot20-freed-by-cancel",
    "The cancellation of a booking makes the hold that it used good for another booking.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _freed_by_cancel(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    body = body_of(call)
    hold_id = str(body.get("holdId", ""))
    answer = await call.forward()
    if answer.ok and hold_id:
        used[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in used:
        return answer
    if (await true_booking(call, used[hold_id])).get("status") != "cancelled":
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    again = await aside(call).upstream("POST", "/travel/bookings", json=rest)
    if not again.ok:
        return answer
    used[hold_id] = data_of(again)["id"]
    return again


@mutant(
    _TWICE,
    "When an agency holds a tee time twice, the places of the first hold do not come back after it expired.",
    "listTeeTimes holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _same_time_twice(call: Call) -> Answer:
    holds: dict[str, dict[str, Any]] = memory_of_world(call, _TWICE)
    now = await world_time(call)
    for hold_id, hold in list(holds.items()):
        if moment_of(hold["holdExpiration"]) <= now:
            del holds[hold_id]
            if hold["lost"]:
                await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        holds.pop(str(body_of(call).get("holdId", "")), None)
    if answer.ok and call.operation == "holdTeeTime":
        new = answer.json() | {"agency": call.api_key, "lost": False}
        for hold in holds.values():
            if (hold["agency"], slot_of(hold)) == (call.api_key, slot_of(new)):
                hold["lost"] = True
        holds[new["holdId"]] = new
    return answer


@mutant(
    "HLD-03.lot20-basket-adds-up",
    "A hold on a day where the agency has one already gets the time that the first has left on top of its own.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _basket_adds_up(call: Call) -> Answer:
    ends: dict[str, Any] = call.memory.setdefault("ends", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    basket = f"{hold['courseId']}|{hold['date']}"
    now, end, before = await world_time(call), moment_of(hold["holdExpiration"]), ends.get(basket)
    ends.setdefault(basket, end)
    if before is None or before <= now:
        ends[basket] = end
        return answer
    return answer.with_json(hold | {"holdExpiration": f"{end + (before - now):{_TIMESTAMP}}"})
