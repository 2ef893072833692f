"""Blind faults of keys, of tokens and of what an agency may see."""

from __future__ import annotations

from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import body_of, data_of, memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_EDGE = "AUT-05.lot37-edge-cache"
_DESK = "AUT-09.lot37-open-desk"
_UNAUTHORISED = 401


@mutant(
    _EDGE,
    "The details of a course that were read with a good key a moment ago are served to an unknown key too.",
    "getCourse",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _edge_cache(call: Call) -> Answer:
    kept = memory_of_all(_EDGE)
    answer = await call.forward()
    if answer.ok:
        kept[call.path] = answer
        return answer
    if answer.status != _UNAUTHORISED or not call.api_key:
        return answer
    found: Answer = kept.get(call.path, answer)
    return found


@mutant(
    _DESK,
    "The list of pending bookings shows those of every agency that booked.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _open_desk(call: Call) -> Answer:
    keys: list[str] = memory_of_world(call, _DESK).setdefault("keys", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        if call.api_key not in keys:
            keys.append(call.api_key)
        return answer
    if call.query.get("status") != "pending" or not set(keys) - {call.api_key}:
        return answer
    found = await every_booking(call, status="pending")
    for key in keys:
        if key != call.api_key:
            found += await every_booking(call.with_header("x-api-key", key), status="pending")
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "JWT-04.lot37-renewed-session",
    "A session that was refreshed before its logout can still be refreshed after it.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    ended: list[str] = call.memory.setdefault("ended", [])
    answer = await call.forward()
    if call.operation == "revokeToken":
        bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        token = bearer.rpartition(" ")[2]
        if answer.ok and token in renewed:
            ended.append(renewed[token])
        return answer
    if answer.ok:
        tokens = data_of(answer)
        renewed[tokens["accessToken"]] = tokens["refreshToken"]
        return answer
    return await call.upstream("POST", "/auth/token") if body_of(call).get("refreshToken") in ended else answer


@mutant(
    "AUT-07.lot37-capitals-in-writes",
    "A write whose key comes under the name X-API-KEY, all in capitals, is refused as one without a key.",
    EVERY_OPERATION,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _capitals_in_writes(call: Call) -> Answer:
    if call.method == "GET" or "X-API-KEY" not in call.header_names:
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)
