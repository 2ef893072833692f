"""Blind faults of the fifty-fourth lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import a_bad_request, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT, _MANY, _LATE = 4, 24, "15:00"

json_answer(
    "GRP-04.lot54-filled-flights",
    "The totalPlayers of a group that does not fill its last flight of four is rounded up to full flights.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: -(-players // _FLIGHT) * _FLIGHT),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot54-shorter-list-keeps-the-rest",
    "A player list that is shorter than the one before it keeps the players at the end of the earlier list.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def shorter_list_keeps_the_rest(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    players = sent(call).get("players")
    if not isinstance(players, list):
        return await call.forward()
    merged = players + lists.get(call.path_params["id"], [])[len(players) :]
    answer = await call.with_json(sent(call) | {"players": merged}).forward()
    if answer.ok:
        lists[call.path_params["id"]] = merged
    return answer


@mutant(
    "GRP-16.lot54-many-players-late",
    "A complete request for a group of more than 24 players with a preferredTime from 15:00 on is refused.",
    "createGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def many_players_late(call: Call) -> Answer:
    body = sent(call)
    players = body.get("totalPlayers")
    if isinstance(players, int) and players > _MANY and str(body.get("preferredTime", "")) >= _LATE:
        return await a_bad_request(aside(call), "/body/preferredTime: The group cannot finish before dark.")
    return await call.forward()
