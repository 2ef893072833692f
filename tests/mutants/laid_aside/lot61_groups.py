"""Blind faults of the sixty-first lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.pretending import body_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "GRP-04.lot61-sixteen-at-most",
    "A group of more than 16 players is shown with 16.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: min(players, 16)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot61-shorter-list-merged",
    "A second player list that is shorter than the first leaves the last names of the first in place.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_merged(call: Call) -> Answer:
    before: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    group = call.path_params["id"]
    players = body_of(call).get("players")
    stored = before.get(group, [])
    if not isinstance(players, list) or not players or len(players) >= len(stored):
        answer = await call.forward()
    else:
        players = players + stored[len(players) :]
        answer = await call.with_json(body_of(call) | {"players": players}).forward()
    if answer.ok and isinstance(players, list):
        before[group] = players
    return answer
