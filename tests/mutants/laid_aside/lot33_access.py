"""Blind faults of keys, agencies and tokens."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-01.lot33-prices-from-the-edge"
_FILLED = "AUT-16.lot33-list-filled-before"
_FLIGHT = "AUT-10.lot33-same-flight"
_KEPT_SECONDS = 120.0


# Faults under a condition.
@mutant(
    _CACHED,
    "Prices that were read with a key a moment ago are served from a cache to callers without a key.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _prices_from_the_edge(call: Call) -> Answer:
    cache = memory_of_all(_CACHED)
    address = f"{call.path}?{call.query_string}"
    answer = await call.forward()
    if answer.ok:
        cache[address] = (time.monotonic(), answer)
        return answer
    at, cached = cache.get(address, (0.0, answer))
    return cached if not call.api_key and time.monotonic() - at < _KEPT_SECONDS else answer


@mutant(
    "JWT-04.lot33-oldest-session-ends",
    "While an agency has two token sessions, a logout from the younger ends the oldest in its place.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _oldest_session_ends(call: Call) -> Answer:
    sessions: list[dict[str, Any]] = call.memory.setdefault("sessions", [])
    if call.operation == "revokeToken":
        token = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        mine = next((session for session in sessions if token.endswith(session["accessToken"])), None)
        ended = sessions[0] if mine else None
        logout = call.with_header("authorization", f"Bearer {ended['accessToken']}") if ended else call
        answer = await logout.forward()
        if answer.ok and ended:
            sessions.remove(ended)
        return answer
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createToken":
        sessions.append(data_of(answer))
        return answer
    for session in sessions:
        if session["refreshToken"] == sent(call).get("refreshToken"):
            session.update(data_of(answer))
    return answer


@mutant(
    _FILLED,
    "Another agency can overwrite the player list of a group once its own agency has filled the list.",
    "updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _list_filled_before(call: Call) -> Answer:
    owners = memory_of_world(call, _FILLED)
    group_id = call.path_params["id"]
    answer = await call.forward()
    if answer.ok:
        owners.setdefault(group_id, call.api_key)
        return answer
    owner = owners.get(group_id, call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    written = await aside(call).upstream("PUT", call.path, json=sent(call), headers={"x-api-key": owner})
    return written if written.ok else answer


@mutant(
    _FLIGHT,
    "An agency with a booking at a tee time can read the bookings of other agencies at the same tee time.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_flight(call: Call) -> Answer:
    bookings = memory_of_world(call, _FLIGHT)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            bookings[data_of(answer)["id"]] = (call.api_key, slot_of(data_of(answer)))
        return answer
    owner, slot = bookings.get(call.path_params["id"], ("", ""))
    if answer.status != 404 or (call.api_key, slot) not in bookings.values():
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
