"""Blind faults of the sixty-eighth lot: access."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NOT_FOUND = 404
_READ_CACHE = "AUT-10.lot68-cache-of-closed-bookings"


@mutant(
    _READ_CACHE,
    "A cancelled booking that its agency has read is cached, and every agency can read it there.",
    "getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cache_of_closed_bookings(call: Call) -> Answer:
    cache: dict[str, Answer] = memory_of_world(call, _READ_CACHE)
    answer = await call.forward()
    if answer.ok and answer.json()["data"]["status"] == "cancelled":
        cache[call.path_params["id"]] = answer
    return cache.get(call.path_params["id"], answer) if answer.status == _NOT_FOUND else answer


@mutant(
    "JWT-04.lot68-logout-of-the-first-turn",
    "A logout after a refresh ends the first turn of the session alone, so that the later turn can still be refreshed.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_of_the_first_turn(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    left: set[str] = call.memory.setdefault("left", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        if answer.ok and bearer.rpartition(" ")[2] in renewed:
            left.add(renewed[bearer.rpartition(" ")[2]])
        return answer
    token = str(sent(call).get("refreshToken", ""))
    if not answer.ok and token in left:
        left.discard(token)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        renewed[answer.json()["data"]["accessToken"]] = answer.json()["data"]["refreshToken"]
    return answer
