"""Blind faults of keys and tokens."""

from __future__ import annotations

import hashlib

from tests.mutants.parts.pretending import memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_OPAQUE = "JWT-01.lot20-opaque"
_BEARER = "AUT-01.lot20-bearer-without-key"
_CACHED = "AUT-10.lot20-cached-read"
_TOKEN_OPERATIONS = ("createToken", "refreshToken")


def _bearer(call: Call) -> str:
    header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return header.removeprefix("Bearer ").strip()


# A plain fault.
@mutant(_OPAQUE, "The access token is an opaque string and no JWT.", EVERY_OPERATION, origin=Origin.blind)
async def _opaque(call: Call) -> Answer:
    tokens = memory_of_all(_OPAQUE)
    if (real := tokens.get(_bearer(call))) is not None:
        call = call.with_header("authorization", f"Bearer {real}")
    answer = await call.forward()
    if not answer.ok or call.operation not in _TOKEN_OPERATIONS:
        return answer
    body = answer.json()
    real = body["data"]["accessToken"]
    opaque = hashlib.sha256(real.encode()).hexdigest()
    tokens[opaque] = real
    body["data"]["accessToken"] = opaque
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    _BEARER,
    "A read without X-Api-Key is answered when it carries a JWT.",
    EVERY_OPERATION,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bearer_without_key(call: Call) -> Answer:
    keys = memory_of_all(_BEARER)
    owner = keys.get(_bearer(call), "")
    if call.method == "GET" and not call.api_key and owner:
        return await call.with_header("x-api-key", owner).forward()
    answer = await call.forward()
    if answer.ok and call.operation in _TOKEN_OPERATIONS:
        keys[answer.json()["data"]["accessToken"]] = call.api_key
    if answer.ok and call.operation == "revokeToken":
        keys.pop(_bearer(call), None)
    return answer


@mutant(
    _CACHED,
    "A booking that its agency has read is in the cache, from where other agencies can read it by id.",
    "getBooking updateBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cached_read(call: Call) -> Answer:
    cache, booking_id = memory_of_world(call, _CACHED), call.path_params["id"]
    answer = await call.forward()
    if call.operation != "getBooking":
        if answer.ok:
            cache.pop(booking_id, None)
        return answer
    if answer.ok:
        cache[booking_id] = answer
    if answer.status == 404 and booking_id in cache:
        found: Answer = cache[booking_id]
        return found
    return answer


@mutant(
    "JWT-04.lot20-refreshed-session",
    "A logout with a token that came from a refresh does not end the session, which can be refreshed on.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "revokeToken" and _bearer(call) in refreshed:
        return Answer(204, (), b"")
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        refreshed.add(answer.json()["data"]["accessToken"])
    return answer
