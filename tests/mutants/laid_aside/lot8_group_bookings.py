"""Blind faults of the eighth lot: group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import is_large_group
from tests.mutants.parts.forgotten_places import sheet_with_at_most
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_OPTIONS_KEPT = "GRP-12.lot8-options-kept"

# A plain fault.
json_answer(
    "GRP-06.lot8-capital-letters",
    "GET /group-bookings/{id} shows the id in capital letters.",
    "getGroupBooking",
    alter("data.id", str.upper),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _OPTIONS_KEPT,
    "find-slots for more than eight players takes the tee times of its first option off sale.",
    "findGroupSlots listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _options_kept(call: Call) -> Answer:
    kept: dict[tuple[str, str, str], int] = memory_of_world(call, _OPTIONS_KEPT).setdefault("kept", {})
    if call.operation == "listTeeTimes":
        return await sheet_with_at_most(call, kept)
    answer = await call.forward()
    if answer.ok and is_large_group(call):
        found = answer.json()["data"]
        for tee_time in found["options"][0]["teeTimes"] if found["options"] else []:
            kept[found["courseId"], found["date"], tee_time["time"]] = 0
    return answer


@mutant(
    "GRP-13.lot8-shorter-list",
    "A player list that is shorter than the list before keeps the last players of that list.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    lists: dict[str, list[dict[str, Any]]] = call.memory.setdefault("lists", {})
    body = answer.json()
    group_id = body["data"]["id"]
    if call.operation == "updateGroupBookingPlayers":
        named = body["data"].get("playerList", sent(call)["players"])
        lists[group_id] = [*named, *lists.get(group_id, [])[len(named) :]]
    if group_id in lists:
        body["data"]["playerList"] = lists[group_id]
    return answer.with_json(body)
