"""Blind faults of the forty-seventh lot: hooks and groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.days import SATURDAY, date_in
from tests.mutants.parts.pretending import slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_FLIGHT = 4
_TWO_FLIGHTS = 8


@mutant(
    "HOK-07.lot47-released-hook-confirms",
    "A hook can be confirmed after it was released.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirms_released(call: Call) -> Answer:
    asked: dict[str, dict[str, Any]] = call.memory.setdefault("asked", {})
    released: dict[str, dict[str, Any]] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            asked[answer.json()["data"]["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok and hook_id in asked:
            released[hook_id] = asked.pop(hook_id)
        return answer
    if answer.ok or hook_id not in released:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=released[hook_id])
    if not booked.ok:
        return answer
    del released[hook_id]
    return booked.with_status(200)


@mutant(
    "HOK-05.lot47-older-of-two-hooks",
    "Of two hooks at a tee time, the release of the older returns no places.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _older_keeps(call: Call) -> Answer:
    standing: dict[str, dict[str, Any]] = call.memory.setdefault("standing", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        standing[answer.json()["data"]["id"]] = answer.json()["data"]
        return answer
    hook_id = call.path_params["id"]
    newer = list(standing.values())[list(standing).index(hook_id) + 1 :] if hook_id in standing else []
    hook = standing.pop(hook_id, {})
    if call.operation == "releaseBookingHook" and any(slot_of(other) == slot_of(hook) for other in newer):
        await take_places(call, hook, hook["players"])
    return answer


json_answer(
    "GRP-04.lot47-whole-flights",
    "totalPlayers is rounded up to whole flights of four.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: -(-players // _FLIGHT) * _FLIGHT),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-12.lot47-search-takes-the-weekend",
    "A search of slots for more than eight players at the weekend takes the first option off sale.",
    "findGroupSlots",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _search_takes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    found = answer.json()["data"]
    day = date_in(str(found["date"]))
    if day is None or day.weekday() < SATURDAY or found["totalPlayers"] <= _TWO_FLIGHTS:
        return answer
    for line in found["options"][0]["teeTimes"] if found["options"] else []:
        place = {"courseId": found["courseId"], "date": found["date"], "teeTime": line["time"]}
        await take_places(call, place, line["players"])
    return answer
