"""Blind faults of the fifty-eighth lot: holds and hooks."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import overheld
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of, held_slot, memory_of_world, moment_of, places_at, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CROWD = "HLD-10.lot58-two-agencies-at-once"
_MEETING_SECONDS = 0.2
_FEE = Decimal("2.50")


def _with_fee(hold: Any) -> Any:
    pricing = hold["pricing"]
    fee = pricing["greenFee"] + _FEE
    return hold | {"pricing": pricing | {"greenFee": fee, "totalAmount": fee * hold["players"]}}


json_answer(
    "HLD-11.lot58-fee-for-the-hold",
    "The price of a hold has a fee of 2.50 per player that the tee sheet does not have.",
    "holdTeeTime",
    _with_fee,
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot58-cancelled-booking-frees-the-hold",
    "A hold completes a second booking when the first was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def cancelled_booking_frees_the_hold(call: Call) -> Answer:
    bookings: dict[str, str] = call.memory.setdefault("bookings", {})
    body = sent(call)
    hold_id = str(body.get("holdId"))
    answer = await call.forward()
    if answer.ok and "holdId" in body:
        bookings[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in bookings:
        return answer
    first = data_of(await aside(call).upstream("GET", f"/travel/bookings/{bookings[hold_id]}"))
    if first.get("status") != "cancelled":
        return answer
    again = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
    if not again.ok:
        return answer
    bookings[hold_id] = data_of(again)["id"]
    return again


@mutant(
    "HOK-05.lot58-whole-time-stays-off-sale",
    "A hook that took all places of a tee time and is released a day later or more returns no places.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def whole_time_stays_off_sale(call: Call) -> Answer:
    whole: dict[str, Any] = call.memory.setdefault("whole", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        if hook and await places_at(aside(call), slot_of(hook)) == 0:
            whole[hook["id"]] = hook
        return answer
    released = whole.pop(call.path_params["id"], None) if answer.ok else None
    if released and await world_time(call) - moment_of(released["createdAt"]) >= timedelta(days=1):
        await take_places(call, released, released["players"])
    return answer


@mutant(
    _CROWD,
    "Holds that two agencies ask for at the same moment are both granted although one has no room.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def two_agencies_at_once(call: Call) -> Answer:
    memory = memory_of_world(call, _CROWD)
    slot = held_slot(call)
    visits: list[tuple[float, str]] = memory.setdefault(slot, [])
    now = time.monotonic()
    visits.append((now, call.api_key))
    await asyncio.sleep(_MEETING_SECONDS)
    answer = await call.forward()
    if answer.ok:
        memory[f"price {slot}"] = answer.json()["pricing"]
    met = any(key != call.api_key and abs(at - now) < _MEETING_SECONDS for at, key in visits)
    pricing = memory.get(f"price {slot}")
    if code_of(answer) != FULL or not met or pricing is None:
        return answer
    granted = await overheld(aside(call))
    if not granted.ok:
        return answer
    hold = granted.json()
    return granted.with_json(hold | {"pricing": pricing | {"totalAmount": pricing["greenFee"] * hold["players"]}})
