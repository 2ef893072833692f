"""Blind faults of tee-time holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, slot_of, with_more_places
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import rename
from tests.mutants.tools.registry import Origin, json_answer, mutant

_BESIDE = "HLD-06.lot18-booked-beside"
_TEN_MINUTES = "HLD-05.lot18-ten-minutes"
_LAST_MINUTE = timedelta(minutes=1)
_LAST_THIRD = timedelta(minutes=5)


# A plain fault.
json_answer(
    "HLD-01.lot18-other-name",
    "A hold calls its expiry expiresAt.",
    "holdTeeTime",
    rename("holdExpiration", "expiresAt"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _BESIDE,
    "A hold never returns its places when its agency has booked at the tee time beside it.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _booked_beside(call: Call) -> Answer:
    holds = memory_of_world(call, _BESIDE)
    now = await world_time(call)
    for hold_id, hold in list(holds.items()):
        # Reads at the same moment find the same holds.
        if moment_of(hold["holdExpiration"]) <= now and holds.pop(hold_id, None) and hold["beside"]:
            await take_places(call, hold | {"teeTime": hold["time"]}, hold["players"])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        hold = answer.json()
        holds[hold["holdId"]] = hold | {"agency": call.api_key, "beside": False}
    elif call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
        for hold in holds.values():
            if "holdId" not in sent(call) and hold["agency"] == call.api_key:
                hold["beside"] |= slot_of(hold) == slot_of(data_of(answer))
    return answer


@mutant(
    "HLD-07.lot18-last-minute",
    "A hold cannot be completed in its last minute.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _last_minute(call: Call) -> Answer:
    expiries: dict[str, str] = call.memory.setdefault("expiries", {})
    if call.operation == "createBooking":
        expiry = expiries.get(str(sent(call).get("holdId")))
        if expiry and timedelta(0) < moment_of(expiry) - await world_time(call) <= _LAST_MINUTE:
            return await a_refusal(call, 409, "hold_expired", "The hold has expired.")
        return await call.forward()
    answer = await call.forward()
    if answer.ok:
        expiries[answer.json()["holdId"]] = answer.json()["holdExpiration"]
    return answer


@mutant(
    "HLD-15.lot18-again-after-cancelling",
    "A hold id completes a second booking after the first was cancelled.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _again_after_cancelling(call: Call) -> Answer:
    # The hold of each booking, and the holds whose booking is cancelled.
    used: dict[str, str] = call.memory.setdefault("used", {})
    freed: set[str] = call.memory.setdefault("freed", set())
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok and call.path_params["id"] in used:
            freed.add(used[call.path_params["id"]])
        return answer
    body = sent(call)
    hold_id = str(body.get("holdId", ""))
    if code_of(answer) == "hold_already_used" and hold_id in freed:
        answer = await call.with_json({name: body[name] for name in body if name != "holdId"}).forward()
    if answer.ok and hold_id:
        used[data_of(answer)["id"]] = hold_id
        freed.discard(hold_id)
    return answer


@mutant(
    _TEN_MINUTES,
    "The tee sheet offers held places again ten minutes after the hold began.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_minutes(call: Call) -> Answer:
    holds = memory_of_world(call, _TEN_MINUTES)
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        old = [hold for hold in holds.values() if _is_old(hold, moment_of(hold["holdExpiration"]) - now)]
        if not any(call.path_params["courseId"] == hold["courseId"] for hold in old):
            return await call.forward()
        return await with_more_places(call, lambda slot: sum(hold["players"] for hold in old if slot_of(hold) == slot))
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        holds[answer.json()["holdId"]] = answer.json()
    elif answer.ok:
        holds.pop(str(sent(call).get("holdId")), None)
    return answer


def _is_old(hold: dict[str, Any], left: timedelta) -> bool:
    """Whether a hold that has time *left* has it for the last five minutes."""
    return bool(hold) and timedelta(0) < left <= _LAST_THIRD
