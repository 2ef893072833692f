"""Blind faults of the sixty-seventh lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.asking import is_large_group
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "GRP-12.lot67-search-blocks-a-time",
    "A search for slots for more than eight players takes places of the first tee time it finds.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_blocks_a_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not is_large_group(call):
        return answer
    found = answer.json()["data"]
    if found["options"]:
        first = found["options"][0]["teeTimes"][0]
        await take_places(call, found | {"teeTime": first["time"]}, first["players"])
    return answer


@mutant(
    "GRP-13.lot67-rest-of-the-old-list",
    "A second and shorter player list overwrites only as many players of the first as it has.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _rest_of_the_old_list(call: Call) -> Answer:
    answer = await call.forward()
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "updateGroupBookingPlayers":
        named = body["data"]["playerList"]
        lists[group_id] = [*named, *lists.get(group_id, [])[len(named) :]]
    kept = {"playerList": lists[group_id]} if group_id in lists else {}
    return answer.with_json(body | {"data": body["data"] | kept})
