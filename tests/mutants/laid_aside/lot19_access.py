"""Blind faults of keys, of tokens and of what one agency sees of another."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import body_of, data_of, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LIST_CACHE = "AUT-09.lot19-list-cache-without-key"
_ARCHIVE = "AUT-10.lot19-archive-open-to-all"
_CACHED_SECONDS = 30.0


def _session_of(refresh_token: object) -> str:
    """The session that a refresh token belongs to."""
    return str(refresh_token).split(".", maxsplit=1)[0]


# A plain fault.
@mutant(
    "JWT-02.lot19-same-token-again",
    "A refresh answers with the access token that it should replace.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _same_token_again(call: Call) -> Answer:
    tokens: dict[str, str] = call.memory.setdefault("tokens", {})
    answer = await call.forward()
    shown = data_of(answer)
    if "accessToken" not in shown:
        return answer
    first = tokens.setdefault(_session_of(shown.get("refreshToken")), shown["accessToken"])
    return answer.with_json({"data": shown | {"accessToken": first}})


# Faults under a condition.
@mutant(
    "JWT-04.lot19-logout-ends-first-turn",
    "A session that was refreshed before its logout can be refreshed after it.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_ends_first_turn(call: Call) -> Answer:
    newest: dict[str, str] = call.memory.setdefault("newest", {})
    answer = await call.forward()
    given = str(body_of(call).get("refreshToken"))
    if call.operation != "refreshToken":
        return answer
    if answer.ok:
        token = str(data_of(answer).get("refreshToken"))
        newest[_session_of(token)] = token
        return answer
    if answer.status != 401 or newest.get(_session_of(given)) != given:
        return answer
    renewed = await aside(call).upstream("POST", "/auth/token")
    return renewed if renewed.ok else answer


@mutant(
    _LIST_CACHE,
    "A booking list with a filter comes from a cache that forgets whose list it is.",
    "listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _list_cache_without_key(call: Call) -> Answer:
    cache: dict[str, Any] = memory_of_world(call, _LIST_CACHE)
    answer = await call.forward()
    if not answer.ok or not {"status", "startDate", "endDate"} & set(call.query):
        return answer
    key, body, at = cache.get(call.query_string, (call.api_key, None, 0.0))
    if key != call.api_key and time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    cache[call.query_string] = (call.api_key, answer.json(), time.monotonic())
    return answer


@mutant(
    _ARCHIVE,
    "A cancelled booking moves to an archive where every agency can read it.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive_open_to_all(call: Call) -> Answer:
    owners = memory_of_world(call, _ARCHIVE)
    answer = await call.forward()
    booking_id = call.path_params["id"]
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[booking_id] = call.api_key
        return answer
    if answer.status != 404 or booking_id not in owners:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})
