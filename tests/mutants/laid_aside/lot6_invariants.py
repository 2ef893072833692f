"""Blind faults of the sixth lot: places that holds and bookings share."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import (
    asked_just_now,
    data_of,
    memory_of_world,
    moment_of,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

# Faults under a condition.
_ENDED = "INV-05.lot6-end-of-a-completed-hold"


@mutant(
    _ENDED,
    "The end of a hold returns its places, also when a booking completed the hold.",
    "holdTeeTime createBooking cancelBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _end_of_a_completed_hold(call: Call) -> Answer:
    holds: dict[str, Any] = memory_of_world(call, _ENDED).setdefault("holds", {})
    booked: dict[str, Any] = memory_of_world(call, _ENDED).setdefault("booked", {})
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        ended = [entry for entry in booked.values() if moment_of(entry["ends"]) <= now]
        if not ended:
            return await call.forward()
        return await with_more_places(
            call, lambda slot: sum(int(entry["players"]) for entry in ended if entry["slot"] == slot)
        )
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()["holdExpiration"]
    elif call.operation == "cancelBooking":
        booked.pop(call.path_params["id"], None)
    elif ends := holds.pop(str(sent(call).get("holdId")), None):
        booking = data_of(answer)
        booked[booking["id"]] = {"slot": slot_of(booking), "players": booking["players"], "ends": ends}
    return answer


_TWO = "INV-03.lot6-two-agencies-at-once"


@mutant(
    _TWO,
    "Two agencies that book the last places of a tee time at the same moment both get them.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies_at_once(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    asked_just_now(call, _TWO, slot_of(sent(call)), call.api_key)
    answer = await shown(call)
    if code_of(answer) != FULL or "holdId" in sent(call):
        return answer
    # The other may have asked first or second.
    if not asked_just_now(call, _TWO, slot_of(sent(call)), call.api_key):
        return answer
    return await overbooked(aside(call).with_header("content-type", "application/json"))
