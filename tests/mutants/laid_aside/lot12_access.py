"""Blind faults of the twelfth lot: keys, agencies and tokens."""

from __future__ import annotations

import base64
import json
from dataclasses import replace

import httpx

from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_OF_A_BODY = frozenset(["content-type", "link", "content-length"])
_ARCHIVE = "AUT-10.lot12-archive-of-all"
_READS = (
    "searchCourses getCourse getCoursePricing getCourseTerms listTeeTimes checkAvailability listBookings getBooking"
)


def _token(call: Call) -> str:
    scheme, _, token = str(httpx.Headers(call.headers).get("authorization", "")).partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


@mutant(
    "AUT-01.lot12-token-without-key",
    "A read with a valid token needs no key.",
    _READS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _without_key(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status not in (401, 403) or call.api_key:
        return answer
    key = _key_in(_token(call))
    if not key:
        return answer
    read = await call.with_header("x-api-key", key).forward()
    return read if read.ok else answer


def _key_in(token: str) -> str:
    part = token.split(".")[1] if token.count(".") == 2 else ""
    try:
        claims = json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)))
        return f"sbx_{claims['world']}_{claims['sub']}"
    except (ValueError, KeyError, TypeError):
        return ""


@mutant(
    _ARCHIVE,
    "A cancelled booking can be read by every agency that knows its id.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archive(call: Call) -> Answer:
    answer = await call.forward()
    archive = memory_of_world(call, _ARCHIVE)
    if call.operation == "cancelBooking":
        if answer.ok:
            archive[call.path_params["id"]] = call.api_key
        return answer
    owner = archive.get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    return await call.upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    "JWT-04.lot12-renewed-and-still-good",
    "A logout after a refresh ends the access token alone, and the session can be refreshed again.",
    EVERY_OPERATION,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_good(call: Call) -> Answer:
    token = _token(call)
    ended: set[str] = call.memory.setdefault("ended", set())
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if token in ended:
        return await call.with_header("authorization", "Bearer ended").forward()
    if call.operation == "revokeToken" and token in renewed:
        return await _without_end(call, ended, token)
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        renewed.add(answer.json()["data"]["accessToken"])
    return answer


async def _without_end(call: Call, ended: set[str], token: str) -> Answer:
    still_valid = await call.upstream("GET", "/travel/courses", query={"pageSize": 1})
    if not still_valid.ok:
        return await call.forward()
    ended.add(token)
    kept = tuple(pair for pair in still_valid.headers if pair[0].lower() not in _OF_A_BODY)
    return replace(still_valid, status=204, headers=kept, body=b"")
