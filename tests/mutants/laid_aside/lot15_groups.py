"""Faults of group bookings, written blind."""

from __future__ import annotations

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant

json_answer(
    "GRP-02.lot15-pending-at-first",
    "A new group booking has the status pending.",
    "createGroupBooking",
    put("data.status", "pending"),
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot15-shorter-list-keeps-the-rest",
    "A shorter player list keeps the last players of the list before it.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _keep_the_rest(call: Call) -> Answer:
    players = sent(call).get("players")
    group = await call.upstream("GET", f"/travel/group-bookings/{call.path_params['id']}")
    if not group.ok or not isinstance(players, list):
        return await call.forward()
    rest = group.json()["data"]["playerList"][len(players) :]
    return await (call.with_json(sent(call) | {"players": players + rest}) if rest else call).forward()
