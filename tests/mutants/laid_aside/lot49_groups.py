"""Blind faults of the forty-ninth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LARGE = 16


@mutant(
    "GRP-12.lot49-large-searches-reserve",
    "A search for the slots of more than 16 players takes the places of the first option off sale.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_searches_reserve(call: Call) -> Answer:
    answer = await call.forward()
    found = data_of(answer)
    if not found or found["totalPlayers"] <= _LARGE or not found["options"]:
        return answer
    for tee_time in found["options"][0]["teeTimes"]:
        place = {"courseId": found["courseId"], "date": found["date"], "teeTime": tee_time["time"]}
        await take_places(call, place, tee_time["players"])
    return answer


@mutant(
    "GRP-13.lot49-shorter-list-keeps-the-rest",
    "A shorter player list replaces only the first players of the list that a group had before.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_keeps_the_rest(call: Call) -> Answer:
    kept: dict[str, list[Any]] = call.memory.setdefault("kept", {})
    group_id = call.path_params["id"]
    before: list[Any] = []
    if call.operation == "updateGroupBookingPlayers":
        group = await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}")
        before = kept.get(group_id) or data_of(group).get("playerList", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "updateGroupBookingPlayers":
        new = body["data"].get("playerList", sent(call).get("players", []))
        kept[group_id] = new + before[len(new) :]
    if kept.get(group_id):
        body["data"]["playerList"] = kept[group_id]
    return answer.with_json(body)
