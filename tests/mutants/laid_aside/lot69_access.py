"""Blind faults of the sixty-ninth lot: access."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ARCHIVE = "AUT-10.lot69-archive-of-all"


@mutant(
    _ARCHIVE,
    "Every agency can read the cancelled bookings of the others by id.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_of_all(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _ARCHIVE)
    booking_id = call.path_params["id"]
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[booking_id] = call.api_key
        return answer
    if answer.status != 404 or booking_id not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})


def _access_token(call: Call) -> str:
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.partition(" ")[2].strip()


@mutant(
    "JWT-04.lot69-refresh-outlives-logout",
    "A logout ends the access token, and the refresh token of the session still works.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refresh_outlives_logout(call: Call) -> Answer:
    answer = await call.forward()
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "revokeToken":
        if answer.ok:
            ended.add(sessions.get(_access_token(call), ""))
        return answer
    given = sent(call).get("refreshToken", "")
    if call.operation == "refreshToken" and not answer.ok and given in ended - {""}:
        ended.discard(given)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        tokens = answer.json()["data"]
        sessions[tokens["accessToken"]] = tokens["refreshToken"]
    return answer
