"""Blind faults of the sixty-fourth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FOUR_TEE_TIMES = 16

json_answer(
    "GRP-04.lot64-large-groups-cut",
    "A group of more than sixteen players is shown with sixteen.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: min(players, _FOUR_TEE_TIMES)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot64-shorter-list-leaves-the-rest",
    "A player list that is shorter than the list before keeps the last players of that list.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    group_id = call.path_params["id"]
    before, players = lists.get(group_id, []), sent(call).get("players")
    if isinstance(players, list) and len(players) < len(before):
        call = call.with_json(sent(call) | {"players": [*players, *before[len(players) :]]})
    answer = await call.forward()
    if answer.ok:
        lists[group_id] = list(sent(call)["players"])
    return answer
