"""Blind faults of the fifth lot: keys and tokens."""

from __future__ import annotations

from dataclasses import replace

import httpx

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_OF_A_BODY = frozenset(["content-type", "content-length"])
_ISSUING = ("createToken", "refreshToken")


def _bearer(call: Call) -> str:
    """The token that a call carries, empty when it carries none."""
    return str(httpx.Headers(call.headers).get("authorization", "")).removeprefix("Bearer ")


# A plain fault.
_KEYLESS = "AUT-04.lot5-refresh-needs-no-key"


@mutant(
    _KEYLESS,
    "A refresh token is renewed without the X-Api-Key header.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _refresh_needs_no_key(call: Call) -> Answer:
    keys = memory_of_all(_KEYLESS)
    key = keys.get(str(sent(call).get("refreshToken")))
    keyed = call.with_header("x-api-key", key) if key and not call.api_key else call
    answer = await keyed.forward()
    if answer.ok:
        keys[data_of(answer)["refreshToken"]] = keyed.api_key
    return answer


# Faults under a condition.
@mutant(
    "JWT-03.lot5-renewed-sessions-stay",
    "A logout does not end a session that was refreshed.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_sessions_stay(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _bearer(call) in renewed:
        asked = await aside(call).upstream("GET", "/travel/courses", query={"pageSize": 1})
        headers = tuple(pair for pair in asked.headers if pair[0].lower() not in {*_OF_A_BODY, "link"})
        return replace(asked, status=204, headers=headers, body=b"")
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        renewed.add(data_of(answer)["accessToken"])
    return answer


_ALONE = "AUT-01.lot5-token-alone"


@mutant(
    _ALONE,
    "A read with a token needs no X-Api-Key header.",
    EVERY_OPERATION,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _token_alone(call: Call) -> Answer:
    keys = memory_of_all(_ALONE)
    key = keys.get(_bearer(call))
    if key and call.method == "GET" and not call.api_key:
        return await call.with_header("x-api-key", key).forward()
    answer = await call.forward()
    if call.operation in _ISSUING and answer.ok:
        keys[data_of(answer)["accessToken"]] = call.api_key
    return answer
