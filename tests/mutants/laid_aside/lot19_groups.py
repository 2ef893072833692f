"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_WORKER = "AUT-16.lot19-owned-by-the-worker"


# A plain fault.
json_answer(
    "GRP-06.lot19-id-of-the-job",
    "A read of a group booking shows the id of the job that processes it.",
    "getGroupBooking",
    alter("data.id", lambda text: f"job_{text.rpartition('_')[2]}"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot19-longer-list-remains",
    "A shorter player list replaces only the beginning of the longer list before it.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _longer_list_remains(call: Call) -> Answer:
    lists: dict[str, Any] = call.memory.setdefault("lists", {})
    answer = await call.forward()
    group = data_of(answer)
    if "playerList" not in group:
        return answer
    kept = lists.get(group["id"], [])
    merged = [*group["playerList"], *kept[len(group["playerList"]) :]]
    if call.operation == "updateGroupBookingPlayers":
        lists[group["id"]] = merged
    return answer.with_json({"data": group | {"playerList": merged}})


@mutant(
    _WORKER,
    "Once a group booking is processed, every agency can change its players.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _owned_by_the_worker(call: Call) -> Answer:
    owners = memory_of_world(call, _WORKER)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    group_id = call.path_params["id"]
    if answer.status != 404 or group_id not in owners or not call.api_key:
        return answer
    owner = {"x-api-key": owners[group_id]}
    group = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}", headers=owner))
    if group.get("status", "processing") == "processing":
        return answer
    changed = await aside(call).upstream("PUT", call.path, headers=owner, json=call.json())
    return changed if changed.ok else answer
