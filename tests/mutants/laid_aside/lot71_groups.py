"""Blind faults of the seventy-first lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "GRP-13.lot71-list-overwritten-in-place",
    "A shorter list of players leaves the last players of the list before in place.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _in_place(call: Call) -> Answer:
    lists: dict[str, list[Any]] = call.memory.setdefault("lists", {})
    before, body = lists.get(call.path_params["id"], []), sent(call)
    players = body.get("players")
    if isinstance(players, list):
        answer = await call.with_json(body | {"players": players + before[len(players) :]}).forward()
    else:
        answer = await call.forward()
    if answer.ok:
        lists[call.path_params["id"]] = answer.json()["data"]["playerList"]
    return answer


json_answer(
    "GRP-06.lot71-id-without-its-kind",
    "A read of a group booking shows its id without the prefix.",
    "getGroupBooking",
    alter("data.id", lambda text: text.partition("_")[2]),
    origin=Origin.blind,
)
