"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FLIGHT = 4


def _with_a_course(group: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in group.items() if name != "courseId"}
    return kept | {"course": {"id": group["courseId"]}}


# A plain fault.
json_answer(
    "GRP-03.lot21-course-in-an-object",
    "A new group booking has an object course in place of courseId.",
    "createGroupBooking",
    alter("data", _with_a_course),
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "GRP-04.lot21-whole-flights",
    "Once a group is processed, its number of players is rounded up to a multiple of four.",
    "getGroupBooking",
    where(
        lambda body: body["data"]["status"] != "processing",
        alter("data.totalPlayers", lambda players: -(-players // _FLIGHT) * _FLIGHT),
    ),
    hidden="after a while",
    origin=Origin.blind,
)


@mutant(
    "GRP-13.lot21-list-frozen-after-processing",
    "A player list that is sent once the group is processed is accepted and not kept.",
    "getGroupBooking updateGroupBookingPlayers",
    hidden="after a while",
    origin=Origin.blind,
)
async def _list_frozen_after_processing(call: Call) -> Answer:
    frozen: dict[str, Any] = call.memory.setdefault("frozen", {})
    group_id = call.path_params["id"]
    if call.operation == "getGroupBooking":
        answer = await call.forward()
        if not answer.ok or group_id not in frozen:
            return answer
        return answer.with_json(put("data.playerList", frozen[group_id])(answer.json()))
    before = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}"))
    answer = await call.forward()
    if answer.ok and before.get("status") != "processing":
        frozen.setdefault(group_id, before.get("playerList", []))
    return answer
