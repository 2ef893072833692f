"""Blind faults of the seventieth lot: groups."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT = 4
_LARGE = 12


def _whole_flights(players: int) -> int:
    return -(-players // _FLIGHT) * _FLIGHT if players > _LARGE else players


json_answer(
    "GRP-04.lot70-whole-flights",
    "A group of more than twelve players is kept with the players of whole flights.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", _whole_flights),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot70-second-list-added",
    "A second player list of a group is added to the first and does not replace it.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added(call: Call) -> Answer:
    players = sent(call).get("players")
    group = await aside(call).upstream("GET", call.path.removesuffix("/players"))
    if not group.ok or not isinstance(players, list):
        return await call.forward()
    kept = group.json()["data"]
    together = [*kept.get("playerList", ()), *players][: kept["totalPlayers"]]
    answer = await call.with_json(sent(call) | {"players": together}).forward()
    return answer if answer.ok else await call.forward()
