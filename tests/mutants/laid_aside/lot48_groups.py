"""Blind faults of the forty-eighth lot: groups."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TWO_FOURBALLS = 8
_NOON = "12:00"


@mutant(
    "GRP-13.lot48-second-list-is-lost",
    "The second list of players of a group is answered, and the first one stays.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_list_is_lost(call: Call) -> Answer:
    listed: set[str] = call.memory.setdefault("listed", set())
    group_id = call.path_params["id"]
    before = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}"))
    answer = await call.forward()
    if answer.ok and group_id in listed:
        await aside(call).upstream("PUT", call.path, json={"players": before["playerList"]})
    if answer.ok:
        listed.add(group_id)
    return answer


@mutant(
    "GRP-12.lot48-afternoon-search-takes-places",
    "A search for slots in the afternoon for eight or more players takes the places of its first option.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _afternoon_search_takes_places(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if not answer.ok or body["totalPlayers"] < _TWO_FOURBALLS or str(body.get("preferredStartTime")) < _NOON:
        return answer
    for option in data_of(answer).get("options", [])[:1]:
        for part in option["teeTimes"]:
            await take_places(call, body | {"teeTime": part["time"]}, part["players"])
    return answer
