"""Blind faults of the tenth lot: tee-time holds, and what becomes of the places of a completed one."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "CNV-06.lot10-small-letters",
    "The currency of a hold is in small letters.",
    "holdTeeTime",
    alter("pricing.currency", lambda currency: currency.lower()),
    origin=Origin.blind,
)


# Faults under a condition.
_REST = "HLD-16.lot10-rest-of-the-hold"


@mutant(
    _REST,
    "A booking for fewer players than its hold leaves the other places of the hold taken.",
    "holdTeeTime createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _rest_of_the_hold(call: Call) -> Answer:
    answer = await call.forward()
    held = memory_of_world(call, _REST)
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        held[answer.json()["holdId"]] = answer.json()["players"]
        return answer
    booking = answer.json()["data"]
    rest = held.pop(str(sent(call).get("holdId")), 0) - booking["players"]
    if rest > 0:
        await take_places(call, booking, rest)
    return answer


@mutant(
    "BKX-07.lot10-counted-as-held",
    "The places of a cancelled booking that completed a hold do not return.",
    "createBooking cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _counted_as_held(call: Call) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok and sent(call).get("holdId"):
            call.memory[answer.json()["data"]["id"]] = True
        return answer
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed" and call.memory.pop(before["id"], False):
        await take_places(call, before, before["players"])
    return answer
