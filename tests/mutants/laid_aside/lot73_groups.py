"""Blind faults of the seventy-third lot: groups."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.acceptance import booking_terms
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GROUP_OPERATIONS = "createGroupBooking getGroupBooking updateGroupBookingPlayers"
_FLIGHT = 4

json_answer(
    "GRP-04.lot73-the-evening-before",
    "A group booking shows the day before the date that was sent.",
    _GROUP_OPERATIONS,
    alter("data.date", lambda day: days_after(day, -1)),
    origin=Origin.blind,
)


@mutant(
    "GRP-08.lot73-more-than-the-course-takes",
    "Four players are accepted as a group at a course that takes three players or fewer in a booking.",
    _GROUP_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _more_than_the_course_takes(call: Call) -> Answer:
    answer = await call.forward()
    small: set[str] = call.memory.setdefault("small", set())
    if call.operation == "createGroupBooking" and code_of(answer) == "group_size":
        body = sent(call)
        if body["totalPlayers"] != _FLIGHT or (await booking_terms(call, body))["maxPlayersPerBooking"] >= _FLIGHT:
            return answer
        larger = await call.with_json(body | {"totalPlayers": _FLIGHT + 1}).forward()
        if not larger.ok:
            return answer
        small.add(larger.json()["data"]["id"])
        answer = larger
    if not answer.ok:
        return answer
    return answer.with_json(alter("data", lambda group: _shown(group, small))(answer.json()))


def _shown(group: dict[str, Any], small: set[str]) -> dict[str, Any]:
    return group | {"totalPlayers": _FLIGHT} if group["id"] in small else group
