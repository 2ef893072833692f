"""Blind faults of keys, tokens and agencies."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_BEARER = "AUT-01.lot27-bearer-alone"
_CACHE = "AUT-09.lot27-shared-list-cache"
_GROUPS = "AUT-13.lot27-group-after-processing"
_CACHED_SECONDS = 10.0
_PREFIX = "Bearer "


def _bearer(call: Call) -> str:
    """The token in the Authorization header, empty when there is none."""
    value = next((text for name, text in call.headers if name.lower() == "authorization"), "")
    return value.removeprefix(_PREFIX) if value.startswith(_PREFIX) else ""


# A plain fault.
@mutant(
    "JWT-02.lot27-same-token",
    "A refresh answers with the access token that the session had already.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _same_token(call: Call) -> Answer:
    access: dict[str, str] = call.memory.setdefault("access", {})
    answer = await call.forward()
    tokens = data_of(answer)
    if not tokens:
        return answer
    before = access.get(str(sent(call).get("refreshToken"))) if call.operation == "refreshToken" else None
    shown = tokens | {"accessToken": before or tokens["accessToken"]}
    access[tokens["refreshToken"]] = shown["accessToken"]
    return answer.with_json(answer.json() | {"data": shown})


# Faults under a condition.
@mutant(
    _BEARER,
    "Somebody who sends a bearer token and no API key can read bookings.",
    "createToken refreshToken listBookings getBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _bearer_alone(call: Call) -> Answer:
    keys = memory_of_all(_BEARER)
    if call.operation in ("listBookings", "getBooking"):
        key = "" if call.api_key else keys.get(_bearer(call), "")
        return await (call.with_header("x-api-key", key) if key else call).forward()
    answer = await call.forward()
    if tokens := data_of(answer):
        keys[tokens["accessToken"]] = call.api_key
    return answer


@mutant(
    _CACHE,
    "For ten seconds a booking list with a startDate is served to the other agencies that ask the same.",
    "listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _shared_list_cache(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "startDate" not in call.query:
        return answer
    cache: dict[str, Any] = memory_of_world(call, _CACHE)
    asked = str(sorted(call.query.multi_items()))
    owner, at, kept = cache.get(asked, (call.api_key, 0.0, answer))
    if owner != call.api_key and time.monotonic() - at < _CACHED_SECONDS:
        return Answer(kept.status, answer.headers, kept.body)
    cache[asked] = (call.api_key, time.monotonic(), answer)
    return answer


@mutant(
    _GROUPS,
    "A group booking can be read by other agencies once it is not in processing any more.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _group_after_processing(call: Call) -> Answer:
    owners = memory_of_world(call, _GROUPS)
    answer = await call.forward()
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[data_of(answer)["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or not owner or not call.api_key:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return found if found.ok and data_of(found)["status"] != "processing" else answer


@mutant(
    "JWT-04.lot27-refreshed-session",
    "A logout with an access token that came from a refresh ends nothing: the session can be refreshed.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "revokeToken" and _bearer(call) in refreshed:
        other = data_of(await aside(call).upstream("POST", "/auth/token"))
        return await aside(call).upstream(
            "POST", call.path, headers={"authorization": _PREFIX + str(other.get("accessToken"))}
        )
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        refreshed.add(data_of(answer)["accessToken"])
    return answer
