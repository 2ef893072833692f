"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LAST_MINUTES = timedelta(minutes=5)

# A plain fault.
json_answer(
    "HLD-01.lot34-no-currency",
    "The pricing of a hold has no currency.",
    "holdTeeTime",
    drop("pricing.currency"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "HLD-07.lot34-ten-minutes-in-store",
    "A hold completes no booking in the last five minutes before its expiry.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_minutes_in_store(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = answer.json()["holdExpiration"]
        return answer
    expiry = call.memory.get(str(sent(call).get("holdId")))
    if expiry is None:
        return await call.forward()
    left = moment_of(expiry) - await world_time(call)
    if timedelta(0) < left < _LAST_MINUTES:
        return await a_refusal(call, 409, "hold_expired", "The tee-time hold has expired.")
    return await call.forward()


@mutant(
    "HLD-15.lot34-again-after-cancellation",
    "A hold completes a second booking after the first was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            cancelled.add(call.path_params["id"])
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId"))
    if answer.ok and "holdId" in body:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or completed.get(hold_id) not in cancelled:
        return answer
    again = await call.with_json({name: value for name, value in body.items() if name != "holdId"}).forward()
    if not again.ok:
        return answer
    completed[hold_id] = data_of(again)["id"]
    return again
