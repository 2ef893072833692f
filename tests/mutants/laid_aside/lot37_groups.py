"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "GRP-01.lot37-created",
    "A new group booking is answered with 201.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _created(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(201) if answer.ok else answer


# Faults under a condition.
@mutant(
    "GRP-13.lot37-first-list-stays",
    "A second list of the players of a group is answered, and not kept: the group shows the first.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_list_stays(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    group = data_of(answer)
    if not group:
        return answer
    if call.operation == "updateGroupBookingPlayers":
        first.setdefault(group["id"], group["playerList"])
        return answer
    if group["id"] not in first:
        return answer
    return answer.with_json(put("data.playerList", first[group["id"]])(answer.json()))


@mutant(
    "GRP-12.lot37-search-that-holds",
    "A search for slots whose preferred time is on the tee sheet takes the places there for a while.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_that_holds(call: Call) -> Answer:
    answer = await call.forward()
    wish, found = sent(call), data_of(answer)
    times = [line for option in found.get("options", ()) for line in option["teeTimes"]]
    exact = next((line for line in times if line["time"] == wish.get("preferredStartTime")), None)
    if exact is None:
        return answer
    await aside(call).upstream(
        "POST",
        f"/travel/courses/{found['courseId']}/hold-tee-time",
        json={"date": found["date"], "time": exact["time"], "players": exact["players"]},
        headers={"x-api-key": agency_key(call, "nobody")},
    )
    return answer
