"""Blind faults of keys, tokens and foreign bookings."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_OPAQUE = "JWT-01.lot24-opaque-token"
_ARCHIVE = "AUT-10.lot24-archive-for-all"
_REFRESH = "AUT-04.lot24-live-refresh-token"
_BEARER = "Bearer "


def _bearer(call: Call) -> str:
    """The token in the Authorization header, empty when there is none."""
    found = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return found.removeprefix(_BEARER)


# A plain fault.
@mutant(
    _OPAQUE,
    "The access token is an opaque word of hexadecimal digits and no JWT.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _opaque_token(call: Call) -> Answer:
    behind = memory_of_all(_OPAQUE)
    if _bearer(call) in behind:
        call = call.with_header("authorization", _BEARER + behind[_bearer(call)])
    answer = await call.forward()
    if call.operation not in ("createToken", "refreshToken") or not answer.ok:
        return answer
    body = answer.json()
    token = str(body["data"]["accessToken"])
    word = sha256(token.encode()).hexdigest()
    behind[word] = token
    body["data"]["accessToken"] = word
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    _ARCHIVE,
    "A cancelled booking can be read by every agency: the archive of bookings has no owners.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_for_all(call: Call) -> Answer:
    owners = memory_of_world(call, _ARCHIVE)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    archived = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return archived if data_of(archived).get("status") == "cancelled" else answer


@mutant(
    _REFRESH,
    "A refresh without the key is served when its refresh token is still valid.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _live_refresh_token(call: Call) -> Answer:
    keys: dict[str, Any] = memory_of_all(_REFRESH)
    answer = await call.forward()
    key = call.api_key
    if not answer.ok and not key and call.operation == "refreshToken":
        key = keys.get(str(sent(call).get("refreshToken")), "")
        if key:
            served = await aside(call).upstream("POST", call.path, json=sent(call), headers={"x-api-key": key})
            answer = served if served.ok else answer
    if answer.ok:
        keys[data_of(answer)["refreshToken"]] = key
    return answer


@mutant(
    "JWT-04.lot24-renewed-session-lives-on",
    "The logout of a session that was refreshed before answers well and ends nothing.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session_lives_on(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "refreshToken":
        answer = await call.forward()
        if answer.ok:
            renewed.add(data_of(answer)["accessToken"])
        return answer
    if _bearer(call) not in renewed:
        return await call.forward()
    alive = await call.upstream("GET", "/travel/courses", query={"pageSize": 1})
    if not alive.ok:
        return await call.forward()
    other = data_of(await aside(call).upstream("POST", "/auth/token"))["accessToken"]
    return await aside(call).upstream("POST", call.path, headers={"authorization": _BEARER + other})
