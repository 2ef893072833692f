"""Blind faults of group bookings."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TWO_TEE_TIMES = 8


# A plain fault.
def _in_central_europe(text: str) -> str:
    return f"{moment_of(text) + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}+01:00"


json_answer(
    "CNV-04.lot29-zone-of-the-office",
    "createdAt of a group booking has the offset of Central Europe.",
    "createGroupBooking getGroupBooking",
    alter("data.createdAt", _in_central_europe),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-06.lot29-found-by-reference",
    "A group booking whose agencyBookingReference an earlier one has is read as the earlier one.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _found_by_reference(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    alias: dict[str, str] = call.memory.setdefault("alias", {})
    if call.operation == "getGroupBooking" and call.path_params["id"] in alias:
        return await call.upstream("GET", f"/travel/group-bookings/{alias[call.path_params['id']]}")
    answer = await call.forward()
    reference = sent(call).get("agencyBookingReference")
    if call.operation == "createGroupBooking" and answer.ok and reference:
        group_id = str(data_of(answer)["id"])
        earlier = first.setdefault(str(reference), group_id)
        if earlier != group_id:
            alias[group_id] = earlier
    return answer


@mutant(
    "GRP-12.lot29-slots-locked",
    "find-slots for more than eight players takes the tee times of its first option off sale for a while.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _slots_locked(call: Call) -> Answer:
    answer = await call.forward()
    found = data_of(answer)
    if not found.get("options") or found["totalPlayers"] <= _TWO_TEE_TIMES:
        return answer
    for tee_time in found["options"][0]["teeTimes"]:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{found['courseId']}/hold-tee-time",
            json={"date": found["date"]} | tee_time,
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer
