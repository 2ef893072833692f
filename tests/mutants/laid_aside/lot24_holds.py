"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, true_booking
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MIDNIGHT = "HLD-06.lot24-over-midnight"
_LAST_MINUTES = timedelta(minutes=5)

# A plain fault.
json_answer(
    "HLD-11.lot24-fee-on-top",
    "The total of a hold has a fee of 5.00 on top that the tee sheet does not have.",
    "holdTeeTime",
    alter("pricing.totalAmount", lambda amount: amount + Decimal("5.00")),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _MIDNIGHT,
    "The places of a hold that expires on the day after its creation never come back.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _over_midnight(call: Call) -> Answer:
    holds = memory_of_world(call, _MIDNIGHT)
    now = await world_time(call)
    if call.operation == "listTeeTimes":
        await _keep_what_expired(call, holds)
        return await call.forward()
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
    elif answer.ok and moment_of(answer.json()["holdExpiration"]).date() != now.date():
        holds[answer.json()["holdId"]] = answer.json()
    return answer


async def _keep_what_expired(call: Call, holds: dict[str, Any]) -> None:
    now = await world_time(call)
    for hold in [hold for hold in holds.values() if moment_of(hold["holdExpiration"]) <= now]:
        # Two requests at once find the same hold.
        if holds.pop(hold["holdId"], None):
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])


@mutant(
    "HLD-15.lot24-again-after-cancelling",
    "A used hold id completes another booking once the booking that it completed is cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_cancelling(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    body = sent(call)
    hold_id = str(body.get("holdId"))
    answer = await call.forward()
    if answer.ok and "holdId" in body:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    if (await true_booking(aside(call), completed[hold_id])).get("status") != "cancelled":
        return answer
    again = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
    if again.ok:
        completed[hold_id] = data_of(again)["id"]
    return again


@mutant(
    "HLD-16.lot24-completed-late",
    "A booking that completes a hold in its last five minutes takes its places twice.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _completed_late(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        ends[answer.json()["holdId"]] = answer.json()["holdExpiration"]
        return answer
    end = ends.pop(str(sent(call).get("holdId")), None)
    if end is not None and moment_of(end) - await world_time(call) <= _LAST_MINUTES:
        booking = data_of(answer)
        await take_places(call, booking, booking["players"])
    return answer
