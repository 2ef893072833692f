"""Blind faults of group bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "GRP-12.lot36-locked-option",
    "A search for slots takes the first tee time of its first option off sale.",
    "findGroupSlots",
    origin=Origin.blind,
)
async def _locked_option(call: Call) -> Answer:
    answer = await call.forward()
    slots = data_of(answer)
    if slots.get("options"):
        first = slots["options"][0]["teeTimes"][0]
        await take_places(call, slots | {"teeTime": first["time"]}, first["players"])
    return answer


# A fault under a condition.
@mutant(
    "GRP-13.lot36-shorter-list",
    "A shorter player list leaves the players of the list before it at its end.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    players = sent(call).get("players")
    group = data_of(await aside(call).upstream("GET", call.path.removesuffix("/players")))
    before = group.get("playerList") or []
    if not isinstance(players, list) or not 0 < len(players) < len(before):
        return await call.forward()
    return await call.with_json(sent(call) | {"players": players + before[len(players) :]}).forward()
