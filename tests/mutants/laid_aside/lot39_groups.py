"""Blind faults of the thirty-ninth lot: booking hooks and group bookings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, whole_number
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TEN_DAYS = timedelta(days=10)
_TWO_FLIGHTS = 8


# A plain fault.
@mutant(
    "GRP-01.lot39-done-at-once",
    "POST /group-bookings answers 200.",
    "createGroupBooking",
    origin=Origin.blind,
)
async def _done_at_once(call: Call) -> Answer:
    answer = await call.forward()
    return answer.with_status(200) if answer.ok else answer


# Faults under a condition.
@mutant(
    "HOK-04.lot39-ten-working-days",
    "A hook that is older than ten days is refused as expired when the agency confirms it.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_working_days(call: Call) -> Answer:
    hook: dict[str, Any] = call.memory.get(call.path_params.get("id", ""), {})
    if hook and call.operation == "confirmBookingHook":
        now = await world_time(call)
        if moment_of(hook["createdAt"]) + _TEN_DAYS < now < moment_of(hook["expiresAt"]):
            return await a_refusal(aside(call), 409, "booking_hook_expired", "The booking hook has expired.")
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        call.memory[data_of(answer)["id"]] = data_of(answer)
    else:
        call.memory.pop(call.path_params["id"], None)
    return answer


json_answer(
    "GRP-04.lot39-whole-flights",
    "A group that does not fill its flights of four is read with as many players as fill them.",
    "getGroupBooking",
    alter("data.totalPlayers", lambda players: -(-players // 4) * 4),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "GRP-11.lot39-kept-while-asked",
    "The validation of a group of more than eight players takes its places off sale.",
    "validateGroupBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _kept_while_asked(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if not data_of(answer).get("valid") or whole_number(body.get("totalPlayers")) <= _TWO_FLIGHTS:
        return answer
    wish = {name: body[name] for name in ("courseId", "date", "totalPlayers")}
    wish["preferredStartTime"] = body["preferredTime"]
    slots = await aside(call).upstream("POST", "/travel/group-bookings/find-slots", json=wish)
    for option in data_of(slots).get("options", [])[:1]:
        for flight in option["teeTimes"]:
            await take_places(call, wish | {"teeTime": flight["time"]}, flight["players"])
    return answer


_PROCESSED = "AUT-16.lot39-once-it-has-tee-times"


@mutant(
    _PROCESSED,
    "The players of a group of another agency can be changed when the group is no longer processing.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _once_it_has_tee_times(call: Call) -> Answer:
    answer, owners = await call.forward(), memory_of_world(call, _PROCESSED)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    group_id = call.path_params["id"]
    owner = owners.get(group_id, call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    as_owner = {"x-api-key": owner}
    group = data_of(await aside(call).upstream("GET", f"/travel/group-bookings/{group_id}", headers=as_owner))
    if group.get("status", "processing") == "processing":
        return answer
    changed = await aside(call).upstream("PUT", call.path, json=sent(call), headers=as_owner)
    return changed if changed.ok else answer
