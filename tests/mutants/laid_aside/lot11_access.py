"""Blind faults of the eleventh lot: what another agency may see, and tokens."""

from __future__ import annotations

import time

import httpx

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ARCHIVE = "AUT-10.lot11-archive"
_CACHE = "AUT-09.lot11-shared-cache"
_CACHED_SECONDS = 1.0


@mutant(
    _ARCHIVE,
    "Every agency of the service can read a cancelled booking by its id.",
    "createBooking getBooking",
    origin=Origin.blind,
)
async def _reads_the_archive(call: Call) -> Answer:
    owners = memory_of_world(call, _ARCHIVE)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or owner in (None, call.api_key):
        return answer
    archived = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return archived if archived.ok and archived.json()["data"]["status"] == "cancelled" else answer


@mutant(
    _CACHE,
    "For a second the service answers a list of bookings with the list that another agency got for the same query.",
    "listBookings",
    origin=Origin.blind,
)
async def _shares_a_cache(call: Call) -> Answer:
    cached = memory_of_world(call, _CACHE)
    answer = await call.forward()
    at, owner, body = cached.get(call.query_string, (-_CACHED_SECONDS, call.api_key, None))
    if answer.ok and owner != call.api_key and time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    if answer.ok:
        cached[call.query_string] = time.monotonic(), call.api_key, answer.json()
    return answer


@mutant(
    "JWT-04.lot11-refreshed-session",
    "The end of a session that was refreshed has no effect, so that its refresh token stays valid.",
    "refreshToken revokeToken",
    origin=Origin.blind,
)
async def _ends_only_fresh_sessions(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    presented = str(httpx.Headers(call.headers).get("authorization", "")).removeprefix("Bearer ")
    if call.operation == "revokeToken" and presented in refreshed:
        return Answer(204, (), b"")
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        refreshed.add(answer.json()["data"]["accessToken"])
    return answer
