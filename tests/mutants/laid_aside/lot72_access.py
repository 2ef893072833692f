"""Blind faults of the seventy-second lot: access."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-13.lot72-cached-with-its-players"


@mutant(
    _CACHED,
    "A group booking can be read by other agencies after its player list was set.",
    "updateGroupBookingPlayers getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cached_with_its_players(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _CACHED)
    group = call.path_params["id"]
    if call.operation == "updateGroupBookingPlayers":
        owners |= {group: call.api_key} if answer.ok else {}
        return answer
    if answer.status != 404 or group not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[group]})


def _bearer(call: Call) -> str:
    return next((value for name, value in call.headers if name.lower() == "authorization"), "").removeprefix("Bearer ")


@mutant(
    "JWT-04.lot72-refresh-outlives-logout",
    "The refresh token of a session that was logged out still gives new tokens.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refresh_outlives_logout(call: Call) -> Answer:
    answer = await call.forward()
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "revokeToken":
        ended |= {sessions.get(_bearer(call), "")} if answer.ok else set()
        return answer
    if not answer.ok and call.operation == "refreshToken" and sent(call).get("refreshToken") in ended:
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        tokens: dict[str, Any] = answer.json()["data"]
        sessions[tokens["accessToken"]] = tokens["refreshToken"]
    return answer
