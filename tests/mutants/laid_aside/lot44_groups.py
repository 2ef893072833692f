"""Blind faults of the forty-fourth lot: groups."""

from __future__ import annotations

from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GROUPS = "createGroupBooking getGroupBooking updateGroupBookingPlayers"
_MOST_SHOWN = 20

json_answer(
    "GRP-03.lot44-group-without-creation-time",
    "A group booking does not say when it was created.",
    _GROUPS,
    drop("data.createdAt"),
    origin=Origin.blind,
)

json_answer(
    "GRP-04.lot44-large-group-cut",
    "A group of more than 20 players is shown with 20.",
    _GROUPS,
    alter("data.totalPlayers", lambda players: min(players, _MOST_SHOWN)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot44-tail-of-the-old-list",
    "A shorter list of players leaves the tail of the list that was there.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _tail_of_the_old_list(call: Call) -> Answer:
    group, wish = call.path_params["id"], sent(call)
    names, before = wish.get("players"), call.memory.get(group, [])
    mended = call
    if isinstance(names, list) and 0 < len(names) < len(before):
        mended = call.with_json(wish | {"players": [*names, *before[len(names) :]]})
    answer = await mended.forward()
    if answer.ok and isinstance(names, list):
        call.memory[group] = sent(mended)["players"]
    return answer
