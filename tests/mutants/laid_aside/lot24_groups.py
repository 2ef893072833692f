"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_GROUPS = "/travel/group-bookings"

# A plain fault.
json_answer(
    "CNV-03.lot24-group-epoch",
    "The creation of a group booking is a number of seconds since 1970.",
    "createGroupBooking getGroupBooking updateGroupBookingPlayers",
    alter("data.createdAt", lambda text: int(moment_of(text).timestamp())),
    origin=Origin.blind,
)


# Faults under a condition.
async def _is_processing(call: Call, group_id: str) -> bool:
    answer = await aside(call).upstream("GET", f"{_GROUPS}/{group_id}")
    return data_of(answer).get("status") == "processing"


@mutant(
    "GRP-05.lot24-one-after-the-other",
    "A group cannot be read as long as an earlier group of the agency is still processing.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_after_the_other(call: Call) -> Answer:
    waits: dict[str, str] = call.memory.setdefault("waits", {})
    if call.operation == "getGroupBooking":
        earlier = waits.get(call.path_params["id"])
        if earlier and await _is_processing(call, earlier):
            return await call.upstream("GET", f"{_GROUPS}/grp_000000000000")
        return await call.forward()
    answer = await call.forward()
    if answer.ok:
        last, created = call.memory.get("last"), str(data_of(answer)["id"])
        if last and await _is_processing(call, last):
            waits[created] = last
        call.memory["last"] = created
    return answer


def _counted_by_names(body: Any) -> Any:
    names = body["data"].get("playerList") or ()
    if 0 < len(names) < body["data"]["totalPlayers"]:
        body["data"]["totalPlayers"] = len(names)
    return body


json_answer(
    "GRP-04.lot24-counts-the-names",
    "Once some of the players have names, totalPlayers is the number of names.",
    "getGroupBooking updateGroupBookingPlayers",
    _counted_by_names,
    hidden="after another operation",
    origin=Origin.blind,
)
