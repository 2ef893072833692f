"""Blind faults of the sixty-eighth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "GRP-04.lot68-leader-counted-twice",
    "totalPlayers of a group counts the lead player once more.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: players + 1),
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot68-shorter-list-keeps-the-rest",
    "A player list that is shorter than the former list replaces only its beginning.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_keeps_the_rest(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    body = sent(call)
    players = body.get("players")
    former = lists.get(call.path_params["id"], [])
    if not isinstance(players, list) or not players:
        return await call.forward()
    merged = [*players, *former[len(players) :]]
    answer = await call.with_json(body | {"players": merged}).forward()
    if answer.ok:
        lists[call.path_params["id"]] = merged
    return answer
