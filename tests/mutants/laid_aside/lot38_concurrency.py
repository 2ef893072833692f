"""Blind faults of lot 38: requests that meet."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.crowds import Crowd, overheld, tee_time_asked
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.substitutes import code_of, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_FULL = "tee_time_unavailable"
# Longer than the requests of one moment are apart.
_AFTER_THE_CHANGE_SECONDS = 0.2

# Faults under a condition.
_HOLDS, _CHANGES = Crowd(), Crowd()


async def _priced_as_there(call: Call, held: Answer) -> Answer:
    """The hold with the price of the nearest tee time of the day it was asked for."""
    body = held.json()
    lines = await tee_times(aside(call), call.path_params["courseId"], body["date"], 1)
    if not lines:
        return held
    before = [line for line in lines if line["time"] <= body["time"]]
    pricing = (before[-1] if before else lines[0])["pricing"]
    priced = {"currency": pricing["currency"], "greenFee": pricing["greenFee"]}
    return held.with_json(body | {"pricing": priced | {"totalAmount": pricing["greenFee"] * body["players"]}})


@mutant(
    "HLD-10.lot38-two-agencies-at-once",
    "Holds of two agencies at the same moment both get places that are there once.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies_at_once(call: Call) -> Answer:
    async with _HOLDS.at(tee_time_asked(call), replace(call, operation=call.api_key)) as met:
        answer = await call.forward()
        if code_of(answer) != _FULL or len(met) < 2 or "0 places left" not in str(answer.json().get("detail")):
            return answer
        held = await overheld(aside(call))
        return await _priced_as_there(call, held) if held.ok else answer


def _brought_back(booking: dict[str, Any]) -> dict[str, Any]:
    """A booking as the change wrote it, from before its cancellation."""
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | {"status": "confirmed"} if kept.get("status") == "cancelled" else booking


@mutant(
    "INV-09.lot38-change-brings-it-back",
    "A booking that is changed and cancelled at the same moment is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_brings_it_back(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id = call.path_params["id"]
    async with _CHANGES.at((call.api_key, booking_id), call) as met:
        if call.operation == "updateBooking":
            answer = await shown(call)
            if answer.ok and sent(call) and met["cancelBooking"]:
                call.memory[booking_id] = True
            return answer
        if met["updateBooking"]:
            await asyncio.sleep(_AFTER_THE_CHANGE_SECONDS)
        call.memory.get("disguises", {}).pop(booking_id, None)
        answer = await shown(call)
        if answer.ok and call.memory.pop(booking_id, False):
            disguise(call, booking_id, _brought_back)
        return answer
