"""Blind faults of the fiftieth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import whole_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT = 4
_LARGE = 8


@mutant(
    "GRP-13.lot50-list-not-stored",
    "A new player list is answered but not stored: the group keeps the list that it had.",
    "updateGroupBookingPlayers getGroupBooking",
    origin=Origin.blind,
)
async def _list_not_stored(call: Call) -> Answer:
    lists: dict[str, Any] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    if call.operation == "getGroupBooking":
        answer = await call.forward()
        if not answer.ok or group_id not in lists:
            return answer
        return answer.with_json(put("data.playerList", lists[group_id])(answer.json()))
    before = await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}")
    answer = await call.forward()
    if answer.ok and before.ok:
        lists.setdefault(group_id, before.json()["data"].get("playerList", []))
    return answer


json_answer(
    "GRP-04.lot50-whole-flights",
    "A group that does not fill its last tee time is kept with the players that would fill it.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: -(-int(players) // _FLIGHT) * _FLIGHT),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-12.lot50-large-afternoon-search-keeps-places",
    "A search for the afternoon slots of more than eight players takes the places of the first option.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_afternoon_search_keeps_places(call: Call) -> Answer:
    answer = await call.forward()
    wish = sent(call)
    if not answer.ok or whole_number(wish.get("totalPlayers")) <= _LARGE:
        return answer
    options = answer.json()["data"].get("options", [])
    if not options or str(wish.get("preferredStartTime", "")) < "12:00":
        return answer
    for slot in options[0]["teeTimes"]:
        place = {"courseId": wish["courseId"], "date": wish["date"], "teeTime": slot["time"]}
        await take_places(call, place, slot["players"])
    return answer
