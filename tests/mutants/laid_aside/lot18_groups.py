"""Blind faults of group bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_NOWHERE = "/travel/group-bookings/grp_000000000000"

# A plain fault.
json_answer(
    "ENV-05.lot18-bare-group",
    "A read of a group booking returns it at the top level, without data.",
    "getGroupBooking",
    lambda body: body["data"],
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-05.lot18-waits-in-line",
    "A group booking is not found while an earlier one of its agency is still processing.",
    "createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _waits_in_line(call: Call) -> Answer:
    line: list[str] = call.memory.setdefault("line", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createGroupBooking":
        line.append(data_of(answer)["id"])
        return answer
    group_id = call.path_params["id"]
    for earlier in line[: line.index(group_id)] if group_id in line else ():
        group = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{earlier}"))
        if group.get("status") == "processing":
            return await aside(call).upstream("GET", _NOWHERE)
    return answer


@mutant(
    "GRP-13.lot18-first-list-stays",
    "A second list of players of a group is answered as if it were kept, and the first list stays.",
    "updateGroupBookingPlayers",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_list_stays(call: Call) -> Answer:
    group = data_of(await aside(call).upstream("GET", call.path.removesuffix("/players")))
    answer = await call.forward()
    if answer.ok and group.get("playerList"):
        await aside(call).upstream("PUT", call.path, json={"players": group["playerList"]})
    return answer
