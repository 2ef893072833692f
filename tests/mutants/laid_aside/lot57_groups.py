"""Blind faults of the fifty-seventh lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import is_large_group
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_owners = WorldMemory()


@mutant(
    "AUT-13.lot57-after-processing",
    "A group booking that is no longer processing can be read by other agencies.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _after_processing(call: Call) -> Answer:
    owners: dict[str, str] = _owners.of(call)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if found.ok and data_of(found)["status"] != "processing" else answer


@mutant(
    "GRP-13.lot57-shorter-list",
    "When a group had a longer player list before, the last names of it stay.",
    "getGroupBooking updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "updateGroupBookingPlayers":
        named = body["data"].get("playerList", [])
        lists[group_id] = [*named, *lists.get(group_id, [])[len(named) :]]
    if not lists.get(group_id):
        return answer
    body["data"]["playerList"] = lists[group_id]
    return answer.with_json(body)


@mutant(
    "GRP-11.lot57-validated-and-booked",
    "The validation of a group of nine or more players with a reference of the agency books the group.",
    "validateGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _validated_and_booked(call: Call) -> Answer:
    answer = await call.forward()
    if not data_of(answer).get("valid") or not sent(call).get("agencyBookingReference"):
        return answer
    if is_large_group(call):
        await aside(call).upstream("POST", "/travel/group-bookings", json=sent(call))
    return answer
