"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.live_holds import live_holds, remembered_hold
from tests.mutants.parts.pretending import data_of, held_slot, moment_of, true_booking
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ADDED = "HLD-03.lot29-time-added"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


@mutant(
    _ADDED,
    "A second hold of an agency at its held tee time runs 15 minutes from the end of the first.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _time_added(call: Call) -> Answer:
    holds = (await live_holds(call, _ADDED)).get(held_slot(call), [])
    before = [moment_of(hold["holdExpiration"]) for hold in holds if hold["agency"] == call.api_key]
    answer = await remembered_hold(call, _ADDED)
    if not answer.ok or not before:
        return answer
    until = f"{max(before) + timedelta(minutes=15):{_TIMESTAMP}}"
    return answer.with_json(answer.json() | {"holdExpiration": until})


@mutant(
    "HLD-15.lot29-free-after-cancellation",
    "A hold id completes a second booking when the first was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _free_after_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if answer.ok and "holdId" in body:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    first = await true_booking(call, completed[hold_id])
    if first.get("status") != "cancelled":
        return answer
    rest: dict[str, Any] = {name: value for name, value in body.items() if name != "holdId"}
    return await call.with_json(rest).forward()


@mutant(
    "HLD-08.lot29-late-attempt",
    "An expired hold takes its places again when somebody tries to complete it, and keeps them.",
    "createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_attempt(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if code_of(answer) == "hold_expired":
        await take_places(call, body, int(body["players"]))
    return answer
