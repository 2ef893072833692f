"""Blind faults of the seventy-second lot: groups."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "GRP-12.lot72-search-keeps-first-option",
    "A search for slots for nine players or more takes the first tee time that it finds off sale.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_keeps_first_option(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or sent(call).get("totalPlayers", 0) < 9:
        return answer
    options = answer.json()["data"]["options"]
    if options:
        first = options[0]["teeTimes"][0]
        await take_places(call, sent(call) | {"teeTime": first["time"]}, first["players"])
    return answer


@mutant(
    "GRP-13.lot72-shorter-list-keeps-tail",
    "A player list that is shorter than the list before it keeps the last players of the old list.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list_keeps_tail(call: Call) -> Answer:
    new = sent(call).get("players")
    before = await aside(call).upstream("GET", call.path.removesuffix("/players"))
    if not isinstance(new, list) or not before.ok:
        return await call.forward()
    old = before.json()["data"].get("playerList") or []
    if len(old) <= len(new):
        return await call.forward()
    answer = await call.with_json(sent(call) | {"players": new + old[len(new) :]}).forward()
    return answer if answer.ok else await call.forward()
