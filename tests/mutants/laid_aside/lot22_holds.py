"""Blind faults of tee-time holds."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.live_holds import live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import data_of, memory_of_world, with_more_places
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LAST_WINS = "HLD-05.lot22-last-hold-counts"

# A plain fault.
json_answer(
    "HLD-01.lot22-no-currency",
    "The price of a hold has no currency.",
    "holdTeeTime",
    drop("pricing.currency"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-08.lot22-late-booking-wakes-it",
    "A booking that comes too late for its hold is refused, but the places of the hold are taken again.",
    "createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_booking_wakes_it(call: Call) -> Answer:
    woken: set[str] = call.memory.setdefault("woken", set())
    answer = await call.forward()
    body = sent(call)
    hold = str(body.get("holdId"))
    if code_of(answer) == "hold_expired" and hold not in woken and {"courseId", "date", "teeTime"} <= body.keys():
        woken.add(hold)
        await take_places(call, body, body.get("players", 1))
    return answer


@mutant(
    "HLD-15.lot22-free-after-cancellation",
    "The hold id of a booking that was cancelled completes another booking.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_after_cancellation(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    freed: set[str] = call.memory.setdefault("freed", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            freed.add(used.get(call.path_params["id"], ""))
        return answer
    body: dict[str, Any] = sent(call)
    hold = str(body.get("holdId") or "")
    if answer.ok and hold:
        used[str(data_of(answer)["id"])] = hold
    if answer.ok or not hold or hold not in freed:
        return answer
    again = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
    return again if again.ok else answer


@mutant(
    _LAST_WINS,
    "When several holds live at one tee time, the tee sheet takes off only the places of the last one.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _last_hold_counts(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _LAST_WINS)
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and (done := sent(call).get("holdId")):
            holds = memory_of_world(call, _LAST_WINS)
            for slot in holds:
                holds[slot] = [hold for hold in holds[slot] if hold["holdId"] != done]
        return answer
    alive = await live_holds(call, _LAST_WINS)
    if not any(len(holds) > 1 for holds in alive.values()):
        return await call.forward()
    return await with_more_places(call, lambda slot: players_of(alive.get(slot, [])[:-1]))
