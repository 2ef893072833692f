"""Blind faults of the sixty-ninth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_SMALL_GROUP = 8


@mutant(
    "GRP-13.lot69-tail-of-the-former-list",
    "A shorter player list overwrites the beginning of the former list and leaves its end.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _tail_of_the_former_list(call: Call) -> Answer:
    answer = await call.forward()
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    if not answer.ok:
        return answer
    body = answer.json()
    group_id = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers":
        named = body["data"].get("playerList", [])
        lists[group_id] = named + lists.get(group_id, [])[len(named) :]
    return answer.with_json(put("data.playerList", lists[group_id])(body)) if group_id in lists else answer


@mutant(
    "GRP-12.lot69-search-blocks-a-place",
    "A search of tee times for more than eight players takes a place at the start of the first option.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_blocks_a_place(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or sent(call)["totalPlayers"] <= _SMALL_GROUP:
        return answer
    found = answer.json()["data"]
    if found["options"]:
        start = found["options"][0]["teeTimes"][0]["time"]
        spot = {"courseId": found["courseId"], "date": found["date"], "teeTime": start}
        await take_places(call, spot, 1)
    return answer
