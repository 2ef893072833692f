"""Blind faults of the forty-second lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED = "AUT-01.lot42-shared-cache"


@mutant(
    _CACHED,
    "A course and its terms are served without a key when an agency has read them before.",
    "getCourse getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def shared_cache(call: Call) -> Answer:
    """Answers a call without a key from the cache."""
    cache: dict[str, Any] = memory_of_all(_CACHED)
    if not any(name.lower() == "x-api-key" for name, _ in call.headers) and call.path in cache:
        kept: Answer = cache[call.path]
        return kept
    answer = await call.forward()
    if answer.ok:
        cache[call.path] = answer
    return answer


owners = WorldMemory()


@mutant(
    "AUT-10.lot42-archive",
    "Every agency can read a cancelled booking by its id.",
    "createBooking cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def archive(call: Call) -> Answer:
    """Reads a cancelled booking with the key of its owner."""
    archived: dict[str, str] = owners.of(call)
    answer = await call.forward()
    if call.operation == "cancelBooking" and answer.ok:
        archived[call.path_params["id"]] = call.api_key
    if call.operation != "getBooking" or answer.ok or not call.api_key:
        return answer
    owner = archived.get(call.path_params["id"])
    return await call.with_header("x-api-key", owner).forward() if owner else answer


def bearer(call: Call) -> str:
    """The access token of a call, empty when it has none."""
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return header.rpartition(" ")[2]


@mutant(
    "JWT-04.lot42-refresh-outlives-logout",
    "A refresh token still works after the logout of its session.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def refresh_outlives_logout(call: Call) -> Answer:
    """Gives a new session for the refresh token of a session that has ended."""
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and (token := sessions.pop(bearer(call), "")):
            ended.add(token)
        return answer
    token = str(sent(call).get("refreshToken"))
    if call.operation == "refreshToken" and code_of(answer) == "token_invalid" and token in ended:
        ended.remove(token)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        pair = answer.json()["data"]
        sessions[pair["accessToken"]] = pair["refreshToken"]
    return answer
