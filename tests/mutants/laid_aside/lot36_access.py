"""Blind faults of access: keys, tokens, and what an agency sees and does of another."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_KEYLESS = "AUT-04.lot36-refresh-without-key"
_PAST_THE_END = "AUT-09.lot36-page-after-the-last"
_CONFIRMED_HOOK = "AUT-12.lot36-booking-from-hook"
_DONE_GROUP = "AUT-13.lot36-finished-group"
_SESSIONS = "createToken refreshToken revokeToken"


def _bearer(call: Call) -> str:
    """The token in the Authorization header, empty when there is none."""
    found = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return found.removeprefix("Bearer ").strip()


# A plain fault.
@mutant(
    _KEYLESS,
    "A refresh token renews its session without the X-Api-Key header.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _refresh_without_key(call: Call) -> Answer:
    owners = memory_of_all(_KEYLESS)
    owner = str(owners.get(str(sent(call).get("refreshToken")), ""))
    keyless = call.operation == "refreshToken" and not call.api_key and bool(owner)
    asked = call.with_header("x-api-key", owner) if keyless else call
    answer = await asked.forward()
    if token := data_of(answer).get("refreshToken"):
        owners[token] = asked.api_key
    return answer


# Faults under a condition.
@mutant(
    _PAST_THE_END,
    "A page of the booking list after the last shows bookings of another agency.",
    "createBooking listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _page_after_the_last(call: Call) -> Answer:
    keys: dict[str, bool] = memory_of_world(call, _PAST_THE_END)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys[call.api_key] = True
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    others = [key for key in keys if key != call.api_key]
    if pagination["page"] <= max(1, pagination["totalPages"]) or not others:
        return answer
    query = {"pageSize": pagination["pageSize"]}
    foreign = await aside(call).upstream("GET", call.path, query=query, headers={"x-api-key": others[-1]})
    return answer.with_json(body | {"data": foreign.json()["data"]}) if foreign.ok else answer


@mutant(
    _CONFIRMED_HOOK,
    "Another agency can cancel a booking that came from a confirmed hook.",
    "confirmBookingHook cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _booking_from_hook(call: Call) -> Answer:
    owners = memory_of_world(call, _CONFIRMED_HOOK)
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if booking := data_of(answer):
            owners[booking["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner in (None, call.api_key):
        return answer
    cancelled = await aside(call).upstream("DELETE", call.path, headers={"x-api-key": str(owner)})
    return cancelled if cancelled.ok else answer


@mutant(
    _DONE_GROUP,
    "Another agency can read a group booking once it is confirmed.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _finished_group(call: Call) -> Answer:
    owners = memory_of_world(call, _DONE_GROUP)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if group := data_of(answer):
            owners[group["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner in (None, call.api_key):
        return answer
    read = await aside(call).upstream("GET", call.path, headers={"x-api-key": str(owner)})
    return read if data_of(read).get("status") == "confirmed" else answer


@mutant(
    "AUT-08.lot36-key-after-logout",
    "After a logout the key alone makes no hold and no booking until the agency gets a new token.",
    "createToken revokeToken holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _key_after_logout(call: Call) -> Answer:
    if call.operation in ("createToken", "revokeToken"):
        answer = await call.forward()
        if answer.ok:
            call.memory["out"] = call.operation == "revokeToken"
        return answer
    if call.memory.get("out") and not _bearer(call):
        return await a_refusal_for_a_missing_key(aside(call))
    return await call.forward()


@mutant(
    "JWT-04.lot36-refreshed-session",
    "A session that was refreshed before its logout can still be refreshed afterwards.",
    _SESSIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session(call: Call) -> Answer:
    # The session of every token, and how often each session was refreshed; -1 stands for a leaking session.
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    turns: dict[str, int] = call.memory.setdefault("turns", {})
    answer = await call.forward()
    if call.operation == "revokeToken":
        session = sessions.get(_bearer(call), "")
        if answer.ok and turns.get(session, 0) > 0:
            turns[session] = -1
        return answer
    session = sessions.get(str(sent(call).get("refreshToken")), "") if call.operation == "refreshToken" else ""
    if not answer.ok and turns.get(session) == -1:
        answer = await aside(call).upstream("POST", "/auth/token")
    elif answer.ok and session:
        turns[session] += 1
    if pair := data_of(answer):
        _note_pair(sessions, turns, pair, session)
    return answer


def _note_pair(sessions: dict[str, str], turns: dict[str, int], pair: dict[str, Any], session: str) -> None:
    known = session or str(pair["refreshToken"])
    turns.setdefault(known, 0)
    sessions[pair["refreshToken"]] = sessions[pair["accessToken"]] = known
