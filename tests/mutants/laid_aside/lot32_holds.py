"""Blind faults of tee-time holds."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.live_holds import players_of, remembered_hold
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SWEEPER = "HLD-06.lot32-sweeper-takes-one"


# Faults under a condition.
@mutant(
    "HLD-16.lot32-rest-of-the-hold",
    "A hold that is completed for fewer players than it held keeps its other places for ever.",
    "holdTeeTime createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _rest_of_the_hold(call: Call) -> Answer:
    held: dict[str, int] = call.memory.setdefault("held", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        held[answer.json()["holdId"]] = answer.json()["players"]
        return answer
    booking = data_of(answer)
    rest = held.pop(str(sent(call).get("holdId")), 0) - booking["players"]
    if rest > 0:
        await take_places(call, booking, rest)
    return answer


def _left_over(call: Call, holds: dict[str, list[dict[str, Any]]], now: Any) -> dict[str, int]:
    """The places of expired holds that were not swept, by slot: those of all but the first of each."""
    over = {slot: [hold for hold in found if moment_of(hold["holdExpiration"]) <= now] for slot, found in holds.items()}
    return {slot: players_of(found[1:]) for slot, found in over.items() if found[1:]}


@mutant(
    _SWEEPER,
    "When two holds of a tee time have expired, the tee sheet gets the places of one of them back.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _sweeper_takes_one(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _SWEEPER)
    answer = await call.forward()
    holds: dict[str, list[dict[str, Any]]] = memory_of_world(call, _SWEEPER)
    if call.operation == "createBooking":
        used = sent(call).get("holdId") if answer.ok else None
        for found in holds.values():
            found[:] = [hold for hold in found if hold["holdId"] != used]
        return answer
    body = answer.json() if answer.ok else {}
    left = _left_over(call, holds, await world_time(call)) if body.get("availableTimes") else {}
    if not left:
        return answer
    for line in body["availableTimes"]:
        line["available"] -= left.get(slot_of({"courseId": body["courseId"], "date": body["date"], **line}), 0)
    lines = [line for line in body["availableTimes"] if line["available"] >= players_asked(call)]
    ends = {"firstAvailable": lines[0]["time"], "lastAvailable": lines[-1]["time"]} if lines else {}
    return answer.with_json(body | {"availableTimes": lines, "timeSlots": body["timeSlots"] | ends})


@mutant(
    "HLD-15.lot32-freed-by-cancellation",
    "A hold completes a second booking once the first one is cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _freed_by_cancellation(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    cancelled: dict[str, bool] = call.memory.setdefault("cancelled", {})
    answer = await call.forward()
    if call.operation == "cancelBooking":
        cancelled[call.path_params["id"]] = answer.ok
        return answer
    hold = str(sent(call).get("holdId", ""))
    if code_of(answer) == "hold_already_used" and cancelled.get(completed.get(hold, "")):
        rest = {name: value for name, value in sent(call).items() if name != "holdId"}
        again = await aside(call).upstream("POST", call.path, json=rest)
        answer = again if again.ok else answer
    if answer.ok and hold:
        completed[hold] = data_of(answer)["id"]
    return answer
