"""Blind faults of group bookings."""

from __future__ import annotations

import zlib
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GROUPS = "/travel/group-bookings"


# A plain fault.
json_answer(
    "GRP-06.lot20-row-number",
    "GET shows the number of the database row as the id of a group.",
    "getGroupBooking",
    alter("data.id", lambda text: str(zlib.crc32(text.encode()) % 100_000)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot20-as-long-as-before",
    "A player list with as many players as the list before changes nothing.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _as_long_as_before(call: Call) -> Answer:
    path = f"{_GROUPS}/{call.path_params['id']}"
    before = await aside(call).upstream("GET", path)
    answer = await call.forward()
    old: list[Any] = data_of(before).get("playerList", []) if before.ok else []
    if not answer.ok or not old or len(old) != len(data_of(answer).get("playerList", [])):
        return answer
    restored = await aside(call).upstream("PUT", f"{path}/players", json={"players": old})
    return restored if restored.ok else answer


async def _is_processing(call: Call, group_id: str) -> bool:
    answer = await aside(call).upstream("GET", f"{_GROUPS}/{group_id}")
    return data_of(answer).get("status") == "processing"


@mutant(
    "GRP-05.lot20-second-in-queue",
    "While one group of an agency is processing, a second group is not found.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_in_queue(call: Call) -> Answer:
    queue: dict[str, str] = call.memory.setdefault("queue", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createGroupBooking":
        last, group_id = call.memory.get("last", ""), data_of(answer)["id"]
        if last and last != group_id and await _is_processing(call, last):
            queue[group_id] = last
        call.memory["last"] = group_id
        return answer
    first = queue.get(call.path_params["id"], "")
    if first and await _is_processing(call, first):
        return await a_refusal(aside(call), 404, "group_booking_not_found", "Group booking not found")
    return answer
