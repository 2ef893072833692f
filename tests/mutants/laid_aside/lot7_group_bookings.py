"""Blind faults of the seventh lot: group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGE = 8

# A plain fault.
json_answer(
    "GRP-04.lot7-day-before",
    "A read of a group booking shows the day before its date.",
    "getGroupBooking",
    alter("data.date", lambda day: days_after(day, -1)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot7-shorter-list",
    "A player list that is shorter than the one before keeps the names behind its end.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _shorter_list(call: Call) -> Answer:
    listed = sent(call).get("players")
    now = await call.upstream("GET", call.path.removesuffix("/players"))
    if not isinstance(listed, list) or not now.ok:
        return await call.forward()
    before: list[Any] = now.json()["data"].get("playerList", [])
    longer = await call.with_json(sent(call) | {"players": listed + before[len(listed) :]}).forward()
    return longer if longer.ok else await call.forward()


@mutant(
    "GRP-12.lot7-pencilled-in",
    "find-slots keeps the first run that it offers to a group of more than eight players.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _pencilled_in(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or sent(call)["totalPlayers"] <= _LARGE:
        return answer
    found = answer.json()["data"]
    for start in [start for run in found["options"][:1] for start in run["teeTimes"]]:
        place = {"courseId": found["courseId"], "date": found["date"], "teeTime": start["time"]}
        await take_places(call, place, start["players"])
    return answer
