"""Blind faults of group bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PROCESSING = "AUT-13.lot31-while-processing"
_NOT_FOUND = 404

# A plain fault.
json_answer(
    "GRP-06.lot31-capitals",
    "A read of a group booking shows its id in capital letters.",
    "getGroupBooking",
    alter("data.id", str.upper),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-04.lot31-second-group-of-the-day",
    "A second group of an agency at a course and day has as many players as the first.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_group_of_the_day(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    as_the_first: dict[str, int] = call.memory.setdefault("as the first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = data_of(answer)
    if call.operation == "createGroupBooking":
        as_the_first[group["id"]] = first.setdefault(f"{group['courseId']}|{group['date']}", group["totalPlayers"])
    players = as_the_first.get(group["id"], group["totalPlayers"])
    return answer.with_json(put("data.totalPlayers", players)(answer.json()))


@mutant(
    "GRP-12.lot31-exact-time",
    "A search for slots takes the places of the preferred time when that is a free tee time.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _exact_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = sent(call)
    offered = await tee_times(aside(call), body["courseId"], body["date"], 1)
    line = next((line for line in offered if line["time"] == body["preferredStartTime"]), None)
    if line:
        await take_places(call, body | {"teeTime": line["time"]}, line["available"])
    return answer


@mutant(
    _PROCESSING,
    "A group booking of another agency can be read as long as it is processing.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _while_processing(call: Call) -> Answer:
    owners = memory_of_world(call, _PROCESSING)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != _NOT_FOUND or owner is None:
        return answer
    read = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return read if data_of(read).get("status") == "processing" else answer
