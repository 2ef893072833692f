"""Blind faults of tokens and of what an agency may see."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_FALLS_THROUGH = "AUT-09.lot16-empty-falls-through"


@mutant(
    "JWT-04.lot16-older-session-stays",
    "While an agency has two sessions, a logout of the older one leaves it open.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _older_session_stays(call: Call) -> Answer:
    sessions: list[dict[str, str]] = call.memory.setdefault("sessions", [])
    if call.operation == "revokeToken":
        given = {name.lower(): value for name, value in call.headers}.get("authorization", "")
        token = given.partition(" ")[2].strip()
        found = next((session for session in sessions if token and session["accessToken"] == token), None)
        is_older = found is not None and found is not sessions[-1]
        if found is not None:
            sessions.remove(found)
        return await _logout_of_nobody(call) if is_older else await call.forward()
    answer = await call.forward()
    if answer.ok and call.operation == "createToken":
        sessions.append(data_of(answer))
    if answer.ok and call.operation == "refreshToken":
        for session in sessions:
            if session["refreshToken"] == sent(call).get("refreshToken"):
                session.update(data_of(answer))
    return answer


async def _logout_of_nobody(call: Call) -> Answer:
    """The answer to the logout of a session that nobody uses."""
    opened = await aside(call).upstream("POST", "/auth/token")
    if not opened.ok:
        return await call.forward()
    bearer = f"Bearer {data_of(opened)['accessToken']}"
    return await aside(call).upstream("POST", "/auth/logout", headers={"authorization": bearer})


@mutant(
    _FALLS_THROUGH,
    "An agency without a cancelled booking is shown the cancelled bookings of another agency.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _empty_falls_through(call: Call) -> Answer:
    keys: set[str] = memory_of_world(call, _FALLS_THROUGH).setdefault("keys", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        keys.add(call.api_key)
        return answer
    if call.query.get("status") != "cancelled" or answer.json()["meta"]["pagination"]["totalItems"]:
        return answer
    for key in sorted(keys - {call.api_key}):
        other = await call.with_header("x-api-key", key).forward()
        if other.ok and other.json()["data"]:
            return other
    return answer
