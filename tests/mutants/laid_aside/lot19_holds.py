"""Blind faults of holds."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    booked_elsewhere,
    conflict,
    data_of,
    held_slot,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    slot_of,
    true_booking,
    whole_number,
)
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SWEEPER = "HLD-06.lot19-one-a-sweep"
_REPLICA = "HLD-09.lot19-replica-forgets"
_KEPT_IN_THE_CACHE = timedelta(minutes=5)


def _live(holds: dict[str, Any], slot: str, now: datetime) -> dict[str, Any]:
    """The holds of a slot that have time left."""
    return {
        key: hold for key, hold in holds.items() if slot_of(hold) == slot and moment_of(hold["holdExpiration"]) > now
    }


@mutant(
    "HLD-15.lot19-cancel-revives-hold",
    "A hold id completes a second booking after the first was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancel_revives_hold(call: Call) -> Answer:
    used: dict[str, str] = call.memory.setdefault("used", {})
    answer = await call.forward()
    hold_id = str(body_of(call).get("holdId"))
    if answer.ok:
        used[hold_id] = data_of(answer)["id"]
        return answer
    if "holdId" not in body_of(call) or hold_id not in used:
        return answer
    before = await true_booking(aside(call), used[hold_id])
    if before.get("status") != "cancelled" or slot_of(before) != slot_of(body_of(call)):
        return answer
    body = {name: value for name, value in body_of(call).items() if name != "holdId"}
    again = await replace(call, headers=aside(call).headers).upstream("POST", call.path, json=body)
    return again if again.ok else answer


@mutant(
    "HLD-07.lot19-newer-hold-wins",
    "A hold completes no booking while its agency has a newer hold for the tee time.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _newer_hold_wins(call: Call) -> Answer:
    holds: dict[str, Any] = call.memory.setdefault("holds", {})
    hold_id = str(body_of(call).get("holdId"))
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            holds[answer.json()["holdId"]] = answer.json()
        return answer
    if hold_id in holds:
        live = list(_live(holds, slot_of(holds[hold_id]), await world_time(call)))
        if hold_id in live[:-1]:
            return await conflict(call)
    answer = await call.forward()
    if answer.ok:
        holds.pop(hold_id, None)
    return answer


@mutant(
    _SWEEPER,
    "Of two holds of a tee time that run out together, the places of the second never come back.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _one_a_sweep(call: Call) -> Answer:
    holds: dict[str, Any] = memory_of_world(call, _SWEEPER)
    now = await world_time(call)
    swept: set[str] = set()
    for key, hold in list(holds.items()):
        if moment_of(hold["holdExpiration"]) > now:
            continue
        del holds[key]
        if slot_of(hold) in swept:
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])
        swept.add(slot_of(hold))
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()
    if answer.ok and call.operation == "createBooking":
        holds.pop(str(body_of(call).get("holdId")), None)
    return answer


@mutant(
    _REPLICA,
    "Another agency can book places that are held for longer than five minutes.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _replica_forgets(call: Call) -> Answer:
    holds: dict[str, Any] = memory_of_world(call, _REPLICA)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            facts = {"slot": held_slot(call), "agency": call.api_key, "at": await world_time(call)}
            holds[answer.json()["holdId"]] = answer.json() | facts
        return answer
    answer = overlaid(call, await call.forward())
    if call.operation != "createBooking":
        return answer
    if answer.ok:
        holds.pop(str(body_of(call).get("holdId")), None)
    if answer.status != 409 or "holdId" in body_of(call):
        return answer
    now = await world_time(call)
    old = [
        hold["players"]
        for hold in _live(holds, slot_of(body_of(call)), now).values()
        if hold["agency"] != call.api_key and now - hold["at"] > _KEPT_IN_THE_CACHE
    ]
    room = await places_at(aside(call), slot_of(body_of(call))) + sum(old)
    if not old or room < whole_number(body_of(call).get("players")):
        return answer
    booked = await booked_elsewhere(aside(call))
    return booked if booked.ok else answer
