"""Blind faults of the eleventh lot: tee-time holds and booking hooks."""

from __future__ import annotations

import time
from datetime import datetime
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.live_holds import holds_at, players_of, remembered_hold
from tests.mutants.parts.pretending import memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_STUCK = "HLD-06.lot11-two-of-one-time"
_UNDO_SECONDS = 2.0
_MOST_PLAYERS = 4


@mutant(
    "HLD-11.lot11-total-of-four",
    "The total of a hold is that of four players.",
    "holdTeeTime",
    origin=Origin.blind,
)
async def _costs_four_green_fees(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    held = answer.json()
    held["pricing"]["totalAmount"] = held["pricing"]["greenFee"] * _MOST_PLAYERS
    return answer.with_json(held)


@mutant(
    _STUCK,
    "When several holds of one tee time expire, only the places of the first of them return to the inventory.",
    "holdTeeTime listTeeTimes createBooking",
    origin=Origin.blind,
)
async def _returns_the_first_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _STUCK)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        holds = holds_at(call, _STUCK, slot_of(answer.json()["data"]))
        holds[:] = [hold for hold in holds if hold["holdId"] != sent(call).get("holdId")]
        return answer
    sheet, now = answer.json(), await world_time(call)
    if not any(_stuck(call, sheet, line, now) for line in sheet.get("availableTimes", [])):
        return answer
    lines = [
        line | {"available": line["available"] - _stuck(call, sheet, line, now)} for line in sheet["availableTimes"]
    ]
    left = [line for line in lines if line["available"] >= max(1, players_asked(call))]
    return answer.with_json(sheet | {"availableTimes": left})


def _stuck(call: Call, sheet: dict[str, Any], line: dict[str, Any], now: datetime) -> int:
    holds = memory_of_world(call, _STUCK).get(slot_of(sheet | {"time": line["time"]}), [])
    return players_of([hold for hold in holds if moment_of(hold["holdExpiration"]) <= now][1:])


@mutant(
    "HOK-05.lot11-first-of-the-tee-time",
    "The release of a booking hook returns as many places as the agency's first hook at that tee time has.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _returns_places_of_the_first_hook(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = sent(call)
        return answer
    mine = hooks.pop(call.path_params["id"], None)
    if mine is None or call.operation == "confirmBookingHook":
        return answer
    first = next((hook for hook in hooks.values() if slot_of(hook) == slot_of(mine)), mine)
    if mine["players"] > first["players"]:
        await take_places(call, mine, mine["players"] - first["players"])
    return answer


@mutant(
    "HOK-07.lot11-just-released",
    "A booking hook can be confirmed for two seconds after its release.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _confirms_what_was_just_released(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    released: dict[str, float] = call.memory.setdefault("released", {})
    answer, hook_id = await call.forward(), call.path_params.get("id", "")
    if call.operation == "createBookingHook" and answer.ok:
        hooks[answer.json()["data"]["id"]] = sent(call)
    if call.operation == "releaseBookingHook" and answer.ok:
        released[hook_id] = time.monotonic()
    if call.operation != "confirmBookingHook" or code_of(answer) != "booking_hook_closed" or hook_id not in hooks:
        return answer
    if time.monotonic() - released.get(hook_id, -_UNDO_SECONDS) >= _UNDO_SECONDS:
        return answer
    booked = await call.upstream("POST", "/travel/bookings", json=hooks.pop(hook_id))
    return booked.with_status(200) if booked.ok else answer
