"""Blind faults of lot 38: booking hooks and group bookings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import agency_key, aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import memory_of_world, whole_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LARGE = 8


# A plain fault.
@mutant(
    "GRP-01.lot38-created-at-once",
    "POST /group-bookings answers 201.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _created_at_once(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(201) if answer.ok else answer


# Faults under a condition.
_WEEK = "HOK-04.lot38-gone-after-a-week"


@mutant(
    _WEEK,
    "A booking hook ends after seven days.",
    "createBookingHook confirmBookingHook listTeeTimes checkAvailability createBooking holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _gone_after_a_week(call: Call) -> Answer:
    hooks: dict[str, tuple[str, datetime]] = memory_of_world(call, _WEEK)
    now = await world_time(call) if hooks or call.operation == "createBookingHook" else None
    for hook_id, (key, at) in list(hooks.items()):
        if now and now - at > timedelta(days=7) and hooks.pop(hook_id, None):
            await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hook_id}", headers={"x-api-key": key})
    answer = await call.forward()
    if answer.ok and now and call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = (call.api_key, now)
    if answer.ok and call.operation == "confirmBookingHook":
        hooks.pop(call.path_params["id"], None)
    return answer


@mutant(
    "GRP-12.lot38-found-slots-are-held",
    "A search for slots for more than eight players takes the tee times of its first option off sale for a while.",
    "findGroupSlots",
    hidden="some values",
    origin=Origin.blind,
)
async def _found_slots_are_held(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or whole_number(sent(call).get("totalPlayers")) <= _LARGE:
        return answer
    found: dict[str, Any] = answer.json()["data"]
    for line in found["options"][0]["teeTimes"] if found.get("options") else []:
        await aside(call).upstream(
            "POST",
            f"/travel/courses/{found['courseId']}/hold-tee-time",
            json={"date": found["date"], "time": line["time"], "players": line["players"]},
            headers={"x-api-key": agency_key(call, "nobody")},
        )
    return answer


_FINISHED = "AUT-13.lot38-finished-groups-open"


@mutant(
    _FINISHED,
    "Another agency can read a group booking that is no longer processing.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _finished_groups_open(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _FINISHED)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    theirs = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return theirs if theirs.ok and theirs.json()["data"]["status"] != "processing" else answer
