"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LARGE = 12

# A plain fault.
json_answer(
    "GRP-04.lot23-day-of-the-request",
    "The answer to a new group booking shows the day of the request as its date.",
    "createGroupBooking",
    lambda body: body | {"data": body["data"] | {"date": body["data"]["createdAt"][:10]}},
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "GRP-13.lot23-first-list-stays",
    "A second update of the player list is answered as done, but the group keeps the first list.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_list_stays(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    group = data_of(answer)
    if call.operation == "updateGroupBookingPlayers":
        first.setdefault(group["id"], group["playerList"])
        return answer
    return answer.with_json({"data": group | {"playerList": first.get(group["id"], group["playerList"])}})


@mutant(
    "GRP-12.lot23-large-search-blocks",
    "A search for slots for twelve or more players takes the places of the first option off sale.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _large_search_blocks(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or int(sent(call).get("totalPlayers", 0)) < _LARGE:
        return answer
    found = data_of(answer)
    for option in found.get("options", [])[:1]:
        for tee_time in option["teeTimes"]:
            slot = {"courseId": found["courseId"], "date": found["date"], "teeTime": tee_time["time"]}
            await take_places(call, slot, tee_time["players"])
    return answer
