"""Blind faults of the sixtieth lot: groups."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGE = 12

json_answer(
    "GRP-06.lot60-id-in-capitals",
    "A read of a group booking shows its id in capitals.",
    "getGroupBooking",
    alter("data.id", str.upper),
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot60-shorter-list-keeps-the-rest",
    "Once a group is confirmed, a shorter player list leaves the players at the end of the earlier list in place.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_keeps_the_rest(call: Call) -> Answer:
    players = sent(call).get("players")
    now = await aside(call).upstream("GET", call.path.removesuffix("/players"))
    if not now.ok or not isinstance(players, list):
        return await call.forward()
    group = now.json()["data"]
    earlier: list[Any] = group.get("playerList", [])
    if group["status"] != "confirmed" or len(players) >= len(earlier):
        return await call.forward()
    return await call.with_json(sent(call) | {"players": [*players, *earlier[len(players) :]]}).forward()


@mutant(
    "GRP-12.lot60-second-search-keeps-places",
    "A second search for the slots of a group of more than twelve takes the places of its first slot.",
    "findGroupSlots",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_search_keeps_places(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    found = answer.json()["data"]
    searches: Counter[str] = call.memory.setdefault("searches", Counter())
    search = f"{found['courseId']} {found['date']} {found['totalPlayers']}"
    searches[search] += 1
    if searches[search] < 2 or found["totalPlayers"] <= _LARGE or not found["options"]:
        return answer
    slot = found["options"][0]["teeTimes"][0]
    await take_places(call, {**found, "teeTime": slot["time"]}, slot["players"])
    return answer
