"""Blind faults of tee-time holds."""

from __future__ import annotations

import itertools
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import data_of, held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SWEEP = "HLD-06.lot33-one-for-each-sweep"
_SEEN = "HLD-09.lot33-sheet-read-before"
_TURNS = itertools.count()


def _with_tax(hold: Any) -> Any:
    fee = (hold["pricing"]["greenFee"] * Decimal("1.20")).quantize(Decimal("0.01"))
    hold["pricing"] |= {"greenFee": fee, "totalAmount": fee * hold["players"]}
    return hold


# A plain fault.
json_answer(
    "HLD-11.lot33-tax-included", "The prices of a hold include tax.", "holdTeeTime", _with_tax, origin=Origin.blind
)


# Faults under a condition.
@mutant(
    _SWEEP,
    "Of several holds of a tee time that run out together, only the places of one return.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _one_for_each_sweep(call: Call) -> Answer:
    live: dict[str, Any] = memory_of_world(call, _SWEEP)
    await _sweep(call, live)
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        hold = answer.json()
        live[hold["holdId"]] = hold
    if answer.ok and call.operation == "createBooking":
        live.pop(str(sent(call).get("holdId")), None)
    return answer


async def _sweep(call: Call, live: dict[str, Any]) -> None:
    """Ends the holds that have run out. All but the first of a tee time leave their places taken."""
    now = await world_time(call)
    over = [hold for hold in live.values() if moment_of(hold["holdExpiration"]) <= now]
    for hold in over:
        live.pop(hold["holdId"], None)
    for slot in {slot_of(hold) for hold in over}:
        kept = sum(hold["players"] for hold in [hold for hold in over if slot_of(hold) == slot][1:])
        if kept:
            older = next(hold for hold in over if slot_of(hold) == slot)
            await take_places(call, older | {"teeTime": older["time"]}, kept)


@mutant(
    "HLD-15.lot33-cancelled-and-again",
    "A hold completes a second booking after the first one has been cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_and_again(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    freed: set[str] = call.memory.setdefault("freed", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            freed.update(hold for hold, booking_id in completed.items() if booking_id == call.path_params["id"])
        return answer
    body = sent(call)
    hold_id = str(body.pop("holdId", ""))
    if answer.ok and hold_id:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in freed:
        return answer
    again = await aside(call).upstream("POST", call.path, json=body)
    return again if again.ok else answer


@mutant(
    _SEEN,
    "An agency that read the tee sheet before another agency held the places can still book them.",
    f"{BOOKING_OPERATIONS} holdTeeTime listTeeTimes",
    hidden="another agency",
    origin=Origin.blind,
)
async def _sheet_read_before(call: Call) -> Answer:
    known = memory_of_world(call, _SEEN)
    if call.operation in ("listTeeTimes", "holdTeeTime"):
        answer = await call.forward()
        if answer.ok and call.operation == "holdTeeTime":
            known[held_slot(call)] = (call.api_key, next(_TURNS), moment_of(answer.json()["holdExpiration"]))
        if answer.ok and call.operation == "listTeeTimes":
            known[f"{call.api_key} {call.path_params['courseId']} {call.query.get('date')}"] = next(_TURNS)
        return answer
    answer = await shown(call)
    body = sent(call)
    if call.operation != "createBooking" or code_of(answer) != FULL or slot_of(body) not in known:
        return answer
    holder, held, expires = known[slot_of(body)]
    read = known.get(f"{call.api_key} {body.get('courseId')} {body.get('date')}")
    if holder == call.api_key or read is None or read > held or expires <= await world_time(call):
        return answer
    return await overbooked(call)
