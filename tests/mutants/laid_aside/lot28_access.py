"""Blind faults of keys, tokens and agencies."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, one_page
from tests.mutants.parts.pretending import all_bookings, data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_KEYLESS = "AUT-04.lot28-refresh-without-a-key"
_SAME_REFERENCE = "AUT-09.lot28-same-reference"
_LISTED_GROUP = "AUT-13.lot28-group-with-a-player-list"


# A plain fault.
@mutant(
    _KEYLESS,
    "A refresh needs no API key: the refresh token alone is enough.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _refresh_without_a_key(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_all(_KEYLESS)
    owner = call.api_key
    if call.operation == "refreshToken" and not owner:
        owner = owners.get(str(sent(call).get("refreshToken")), "")
        call = call.with_header("x-api-key", owner) if owner else call
    answer = await call.forward()
    if answer.ok:
        owners[str(data_of(answer)["refreshToken"])] = owner
    return answer


# Faults under a condition.
def _bearer(call: Call) -> str:
    return next((value for name, value in call.headers if name.lower() == "authorization"), "").partition(" ")[2]


@mutant(
    "JWT-04.lot28-logout-after-a-refresh",
    "A logout ends the first refresh token alone: a session that was refreshed can be refreshed again.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_after_a_refresh(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    alive: set[str] = call.memory.setdefault("alive", set())
    answer = await call.forward()
    if call.operation == "refreshToken":
        used = str(sent(call).get("refreshToken"))
        if answer.status == 401 and used in alive:
            alive.discard(used)
            answer = await aside(call).upstream("POST", "/auth/token")
            answer = answer.with_status(200) if answer.ok else answer
        if answer.ok:
            renewed[str(data_of(answer)["accessToken"])] = str(data_of(answer)["refreshToken"])
    elif call.operation == "revokeToken" and answer.ok and _bearer(call) in renewed:
        alive.add(renewed[_bearer(call)])
    return answer


@mutant(
    _SAME_REFERENCE,
    "The list also shows bookings of other agencies whose own reference equals one of the caller's.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_reference(call: Call) -> Answer:
    agencies = memory_of_world(call, _SAME_REFERENCE)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        agencies[call.api_key] = True
        return answer
    own = await all_bookings(call)
    references = {booking["agencyBookingReference"] for booking in own if booking.get("agencyBookingReference")}
    theirs: list[dict[str, Any]] = []
    for key in agencies:
        found = await all_bookings(call, key) if key != call.api_key else []
        theirs += [booking for booking in found if booking.get("agencyBookingReference") in references]
    if not theirs:
        return answer
    return one_page(call, answer, [booking for booking in [*theirs, *own] if asked_for(call, booking)])


@mutant(
    _LISTED_GROUP,
    "A group booking whose player list was sent can be read by every agency.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _group_with_a_player_list(call: Call) -> Answer:
    owners = memory_of_world(call, _LISTED_GROUP)
    answer = await call.forward()
    group_id = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers" and answer.ok:
        owners[group_id] = call.api_key
    if call.operation == "getGroupBooking" and answer.status == 404 and group_id in owners:
        return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[group_id]})
    return answer
