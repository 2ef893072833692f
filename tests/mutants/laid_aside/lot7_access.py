"""Blind faults of the seventh lot: keys, tokens and objects of another agency."""

from __future__ import annotations

import httpx

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_UNAUTHORIZED = 401
_NOT_FOUND = 404


def _bearer(call: Call) -> str:
    """The token that the call presents, empty when there is none."""
    return str(httpx.Headers(call.headers).get("authorization", "")).removeprefix("Bearer ")


# A plain fault.
@mutant(
    "JWT-02.lot7-same-token",
    "A refresh answers the access token of before.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _same_token(call: Call) -> Answer:
    shown: dict[str, str] = call.memory.setdefault("shown", {})
    true: dict[str, str] = call.memory.setdefault("true", {})
    if _bearer(call) in true:
        call = call.with_header("authorization", f"Bearer {true[_bearer(call)]}")
    answer = await call.forward()
    if call.operation not in ("createToken", "refreshToken") or not answer.ok:
        return answer
    tokens = answer.json()["data"]
    kept = shown.get(str(sent(call).get("refreshToken")), tokens["accessToken"])
    shown[tokens["refreshToken"]], true[kept] = kept, tokens["accessToken"]
    return answer.with_json({"data": tokens | {"accessToken": kept}})


# Faults under a condition.
@mutant(
    "JWT-04.lot7-first-token-alone",
    "After a logout a session that was refreshed before can be refreshed again.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_token_alone(call: Call) -> Answer:
    refreshed: dict[str, str] = call.memory.setdefault("refreshed", {})
    alive: set[str] = call.memory.setdefault("alive", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in refreshed:
            alive.add(refreshed[_bearer(call)])
        return answer
    asked = str(sent(call).get("refreshToken"))
    if call.operation == "refreshToken" and not answer.ok and asked in alive:
        answer = await aside(call).upstream("POST", "/auth/token")
        alive.remove(asked)
    if call.operation == "refreshToken" and answer.ok:
        tokens = answer.json()["data"]
        refreshed[tokens["accessToken"]] = tokens["refreshToken"]
    return answer


@mutant(
    "AUT-08.lot7-session-wants-its-token",
    "While a token session is open, a cancellation with the key alone is refused.",
    "createToken revokeToken cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _session_wants_its_token(call: Call) -> Answer:
    if call.operation == "cancelBooking" and call.memory.get("open") and not _bearer(call):
        return await a_refusal(call, _UNAUTHORIZED, "token_invalid", "The session has a token, and this call has not.")
    answer = await call.forward()
    if answer.ok and call.operation != "cancelBooking":
        call.memory["open"] = call.operation == "createToken"
    return answer


@mutant(
    "AUT-10.lot7-archive-for-everybody",
    "Another agency can read a booking once it is cancelled.",
    "createBooking cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_for_everybody(call: Call) -> Answer:
    archive: dict[str, str] = memory_of_world(call, "lot7-archive-for-everybody")
    answer = await call.forward()
    if call.operation == "cancelBooking" and answer.ok:
        archive[call.path_params["id"]] = call.api_key
    owner = archive.get(call.path_params.get("id", ""))
    if call.operation != "getBooking" or answer.status != _NOT_FOUND or owner is None:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    "AUT-05.lot7-keys-in-any-case",
    "A key opens the service in capital letters too.",
    EVERY_OPERATION,
    hidden="some values",
    origin=Origin.blind,
)
async def _keys_in_any_case(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != _UNAUTHORIZED or call.api_key == call.api_key.lower():
        return answer
    return await call.with_header("x-api-key", call.api_key.lower()).forward()
