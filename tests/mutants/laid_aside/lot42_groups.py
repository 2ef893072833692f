"""Blind faults of the forty-second lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.laid_aside.lot42_tee_times import is_weekend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGE_GROUP = 12

json_answer(
    "GRP-04.lot42-without-the-lead-player",
    "totalPlayers of a group does not count the lead player.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.totalPlayers", lambda players: players - 1),
    origin=Origin.blind,
)


async def hold_for_nobody(call: Call, body: dict[str, Any], tee_time: dict[str, Any]) -> None:
    """Holds a tee time for fifteen minutes in the name of nobody."""
    await aside(call).upstream(
        "POST",
        f"/travel/courses/{body['courseId']}/hold-tee-time",
        json={"date": body["date"], **tee_time},
        headers={"x-api-key": agency_key(call, "nobody")},
    )


@mutant(
    "GRP-12.lot42-search-holds",
    "A search for a large group on a weekend day holds the first option that it finds.",
    "findGroupSlots",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def search_holds(call: Call) -> Answer:
    """Holds the tee times of the first option."""
    answer = await call.forward()
    body = sent(call)
    if not answer.ok or body["totalPlayers"] < _LARGE_GROUP or not is_weekend(body["date"]):
        return answer
    for option in answer.json()["data"]["options"][:1]:
        for tee_time in option["teeTimes"]:
            await hold_for_nobody(call, body, tee_time)
    return answer
