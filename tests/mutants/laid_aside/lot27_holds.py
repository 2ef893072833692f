"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, held_slot, memory_of_world, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TRIED = "HLD-06.lot27-tried-hold-stays"
_QUARTER = timedelta(minutes=15)


@mutant(
    "HLD-03.lot27-stacked-quarters",
    "A hold beside a live hold of the same agency ends 15 minutes after that hold ends.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _stacked_quarters(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold, slot = answer.json(), held_slot(call)
    before = ends.get(slot)
    ends[slot] = hold["holdExpiration"]
    if before is None or moment_of(before) <= await world_time(call):
        return answer
    return answer.with_json(hold | {"holdExpiration": f"{moment_of(before) + _QUARTER:%Y-%m-%dT%H:%M:%SZ}"})


async def _settle(call: Call, tried: dict[str, Any]) -> None:
    """Takes the places of the tried holds that have expired, for good."""
    now = await world_time(call)
    for hold_id, hold in list(tried.items()):
        if moment_of(hold["holdExpiration"]) <= now:
            del tried[hold_id]
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    _TRIED,
    "A hold with which a booking was tried and refused keeps its places for ever after it expires.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _tried_hold_stays(call: Call) -> Answer:
    memory = memory_of_world(call, _TRIED)
    holds: dict[str, Any] = memory.setdefault("holds", {})
    tried: dict[str, Any] = memory.setdefault("tried", {})
    if tried:
        await _settle(call, tried)
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok:
        holds[answer.json()["holdId"]] = answer.json()
    hold_id = str(sent(call).get("holdId"))
    if call.operation != "createBooking" or hold_id not in holds:
        return answer
    if answer.ok:
        holds.pop(hold_id)
        tried.pop(hold_id, None)
    elif moment_of(holds[hold_id]["holdExpiration"]) > await world_time(call):
        tried[hold_id] = holds[hold_id]
    return answer


@mutant(
    "HLD-15.lot27-hold-of-a-cancelled-booking",
    "A hold id can be used for a second booking when the first one with it is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_of_a_cancelled_booking(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    hold_id = str(sent(call).get("holdId", ""))
    if not answer.ok and used.get(hold_id) in cancelled:
        rest = {name: value for name, value in sent(call).items() if name != "holdId"}
        again = await aside(call).upstream("POST", call.path, json=rest)
        answer = again if again.ok else answer
    if answer.ok and hold_id:
        used[hold_id] = data_of(answer)["id"]
    return answer
