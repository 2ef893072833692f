"""Blind faults of the fifty-eighth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all, memory_of_world, paged
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ALL_CANCELLED = "AUT-09.lot58-cancelled-of-all-agencies"
_OFFICE = "AUT-12.lot58-pending-at-a-shared-course"
_KEYLESS = "AUT-04.lot58-refresh-without-key"
_MOST_AGENCIES = 8
_NOT_FOUND = 404


@mutant(
    _ALL_CANCELLED,
    "A booking list that asks for cancelled bookings shows those of every agency.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def cancelled_of_all_agencies(call: Call) -> Answer:
    keys: list[str] = memory_of_world(call, _ALL_CANCELLED).setdefault("keys", [])
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok and call.api_key not in keys:
            keys.append(call.api_key)
        return answer
    others = [key for key in keys if key != call.api_key][:_MOST_AGENCIES]
    if not answer.ok or call.query.get("status") != "cancelled" or not others:
        return answer
    asker, filters = aside(call), filters_of(call)
    found = await all_bookings(asker, **filters)
    for key in others:
        found += await all_bookings(asker, key, **filters)
    return paged(answer, sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True))


@mutant(
    _OFFICE,
    "An agency can cancel a pending booking of another agency at a course where it has a booking of its own.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def pending_at_a_shared_course(call: Call) -> Answer:
    owners: dict[str, dict[str, str]] = memory_of_world(call, _OFFICE)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            booking = data_of(answer)
            owners[booking["id"]] = {"key": call.api_key, "course": booking["course"]["id"]}
        return answer
    owned = owners.get(call.path_params["id"])
    if answer.status != _NOT_FOUND or owned is None:
        return answer
    if {"key": call.api_key, "course": owned["course"]} not in owners.values():
        return answer
    as_owner = aside(call).with_header("x-api-key", owned["key"])
    booking = data_of(await as_owner.upstream("GET", call.path))
    return await as_owner.forward() if booking.get("status") == "pending" else answer


@mutant(
    _KEYLESS,
    "A valid refresh token gives new tokens without the API key.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def refresh_without_key(call: Call) -> Answer:
    keys: dict[str, str] = memory_of_all(_KEYLESS)
    known = keys.get(str(sent(call).get("refreshToken")))
    asked = call
    if call.operation == "refreshToken" and not call.api_key and known:
        asked = call.with_header("x-api-key", known)
    answer = await asked.forward()
    if answer.ok:
        keys[data_of(answer)["refreshToken"]] = asked.api_key
    return answer


@mutant(
    "JWT-02.lot58-old-access-token-again",
    "A refresh answers with the access token that the session had before.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def old_access_token_again(call: Call) -> Answer:
    tokens: dict[str, str] = call.memory.setdefault("tokens", {})
    before = tokens.get(str(sent(call).get("refreshToken")))
    answer = await call.forward()
    if not answer.ok:
        return answer
    pair = data_of(answer)
    if call.operation == "refreshToken" and before:
        pair["accessToken"] = before
    tokens[pair["refreshToken"]] = pair["accessToken"]
    return answer.with_json({"data": pair})


def _session_with(call: Call, member: str, token: str) -> dict[str, Any]:
    sessions: list[dict[str, Any]] = call.memory.setdefault("sessions", [])
    return next((session for session in sessions if session[member] == token), {})


def _bearer(call: Call) -> str:
    found = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return found.partition(" ")[2].strip()


def _note_tokens(call: Call, answer: Answer) -> None:
    tokens = data_of(answer)
    pair = {"access": tokens["accessToken"], "refresh": tokens["refreshToken"]}
    session = _session_with(call, "refresh", str(sent(call).get("refreshToken")))
    if session:
        session.update(pair, refreshed=True)
    else:
        call.memory["sessions"].append(pair | {"refreshed": False, "open": True, "left": False})


@mutant(
    "JWT-04.lot58-renewed-session-goes-on",
    "A session that was refreshed before its logout can be refreshed after it while the agency has another session.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def renewed_session_goes_on(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "revokeToken":
        session = _session_with(call, "access", _bearer(call))
        if answer.ok and session:
            session["open"] = False
            session["left"] = session["refreshed"] and any(other["open"] for other in call.memory["sessions"])
        return answer
    if answer.ok:
        _note_tokens(call, answer)
        return answer
    session = _session_with(call, "refresh", str(sent(call).get("refreshToken")))
    if call.operation == "createToken" or not session.get("left"):
        return answer
    session["left"] = False
    return await aside(call).upstream("POST", "/auth/token")
