"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "GRP-13.lot32-last-name-cut",
    "A read of a group leaves out the last player of its list.",
    "getGroupBooking",
    alter("data.playerList", lambda players: players[:-1]),
    origin=Origin.blind,
)


# Faults under a condition.
def _counted(group: dict[str, Any]) -> dict[str, Any]:
    named = len(group.get("playerList") or ())
    return group | {"totalPlayers": named} if 0 < named < group["totalPlayers"] else group


json_answer(
    "GRP-04.lot32-as-many-as-named",
    "Once fewer players are named than the group has, a read shows the number of names as totalPlayers.",
    "getGroupBooking",
    alter("data", _counted),
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "GRP-11.lot32-reference-books",
    "A dry run that carries an agencyBookingReference books the group.",
    "validateGroupBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reference_books(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and data_of(answer).get("valid") and sent(call).get("agencyBookingReference"):
        await aside(call).upstream("POST", "/travel/group-bookings", json=sent(call))
    return answer
