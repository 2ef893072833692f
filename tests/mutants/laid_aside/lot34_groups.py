"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside, is_online
from tests.mutants.parts.pretending import data_of, whole_number
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_LARGE = 24
_TWO_TEE_TIMES = 8


# A plain fault.
@mutant(
    "GRP-01.lot34-created",
    "The creation of a group booking answers 201.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _created(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(201) if answer.ok else answer


# Faults under a condition.
@mutant(
    "GRP-05.lot34-large-group-later",
    "A group of more than 24 players cannot be read while it is processing.",
    "getGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_group_later(call: Call) -> Answer:
    answer = await call.forward()
    group = data_of(answer)
    if group and group["status"] == "processing" and group["totalPlayers"] > _LARGE:
        return await a_refusal(call, 404, "group_booking_not_found", "There is no such group booking.")
    return answer


@mutant(
    "GRP-08.lot34-four-at-an-offline-course",
    "An offline course takes a group of 4 players.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    hidden="some values",
    origin=Origin.blind,
)
async def _four_at_an_offline_course(call: Call) -> Answer:
    small: set[str] = call.memory.setdefault("small", set())
    answer = await call.forward()
    if call.operation != "createGroupBooking":
        if not answer.ok or call.path_params["id"] not in small:
            return answer
        return answer.with_json(put("data.totalPlayers", 4)(answer.json()))
    body = sent(call)
    if answer.ok or body.get("totalPlayers") != 4 or await is_online(call, body.get("courseId")) is not False:
        return answer
    accepted = await call.with_json(body | {"totalPlayers": 5}).forward()
    if not accepted.ok:
        return answer
    small.add(data_of(accepted)["id"])
    return accepted.with_json(put("data.totalPlayers", 4)(accepted.json()))


@mutant(
    "GRP-12.lot34-first-option-held",
    "find-slots for more than 8 players holds the tee times of its first option for 15 minutes.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _first_option_held(call: Call) -> Answer:
    answer = await call.forward()
    options = data_of(answer).get("options", [])
    if not options or whole_number(sent(call).get("totalPlayers")) <= _TWO_TEE_TIMES:
        return answer
    found: dict[str, Any] = data_of(answer)
    path = f"/travel/courses/{found['courseId']}/hold-tee-time"
    for tee_time in options[0]["teeTimes"]:
        wish = {"date": found["date"], "time": tee_time["time"], "players": tee_time["players"]}
        await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})
    return answer
