"""Blind faults of group bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "GRP-12.lot25-search-keeps-the-slots",
    "A search for slots holds the ones it finds at exactly the preferred time.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _search_keeps_the_slots(call: Call) -> Answer:
    answer = await call.forward()
    body, found = sent(call), data_of(answer)
    preferred = body.get("preferredStartTime")
    options: list[list[dict[str, Any]]] = [option["teeTimes"] for option in found.get("options", ())]
    chosen = next((times for times in options if times and times[0]["time"] == preferred), [])
    path = f"/travel/courses/{found.get('courseId')}/hold-tee-time"
    for item in chosen:
        wish = {"date": found["date"], "time": item["time"], "players": item["players"]}
        await aside(call).upstream("POST", path, json=wish, headers={"x-api-key": agency_key(call, "nobody")})
    return answer


@mutant(
    "GRP-02.lot25-status-of-the-first-group",
    "A new group has the status of the agency's earlier group at the course on that day.",
    "createGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _status_of_the_first_group(call: Call) -> Answer:
    groups: dict[tuple[str, str], str] = call.memory.setdefault("groups", {})
    answer = await call.forward()
    group = data_of(answer)
    if not group:
        return answer
    place = (group["courseId"], group["date"])
    first = groups.setdefault(place, group["id"])
    if first == group["id"]:
        return answer
    earlier = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{first}"))
    return answer.with_json(put("data.status", earlier.get("status", group["status"]))(answer.json()))
