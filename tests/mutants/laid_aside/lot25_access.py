"""Blind faults of access: keys, tokens, and what belongs to other agencies."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import data_of, memory_of_all, memory_of_world
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_CACHED = "AUT-05.lot25-cached-for-everybody"
_ARCHIVE = "AUT-10.lot25-cancelled-archive"
_SAME_URL = "AUT-14.lot25-same-address"


def _claims(token: str) -> dict[str, Any]:
    """The claims in a JWT, empty when it is none."""
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    try:
        found = json.loads(urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _bearer(call: Call) -> str:
    """The token of the call, empty when it carries none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.removeprefix("Bearer ") if given.startswith("Bearer ") else ""


# A plain fault.
@mutant(
    "JWT-01.lot25-no-dots",
    "The access token is no JWT: its three parts are not separated by dots.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _no_dots(call: Call) -> Answer:
    token = _bearer(call)
    answer = await (call.with_header("authorization", f"Bearer {token.replace('~', '.')}") if token else call).forward()
    if call.operation not in ("createToken", "refreshToken") or not answer.ok:
        return answer
    body = answer.json()
    body["data"]["accessToken"] = body["data"]["accessToken"].replace(".", "~")
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    _CACHED,
    "An unknown key gets the details or terms of a course that a good key has read before.",
    "getCourse getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached(call: Call) -> Answer:
    kept = memory_of_all(_CACHED)
    answer = await call.forward()
    if answer.ok:
        kept[call.path] = answer
    if answer.status != 401 or not call.api_key:
        return answer
    cached = kept.get(call.path)
    return cached if isinstance(cached, Answer) else answer


@mutant(
    "AUT-01.lot25-token-in-place-of-key",
    "A request without a key is answered when it carries the access token of a session.",
    "searchCourses getCourse listBookings getBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _token_in_place_of_key(call: Call) -> Answer:
    claims = _claims(_bearer(call))
    if call.api_key or not {"world", "sub"} <= set(claims):
        return await call.forward()
    return await call.with_header("x-api-key", f"sbx_{claims['world']}_{claims['sub']}").forward()


@mutant(
    _ARCHIVE,
    "A booking that its agency has cancelled can be read by every agency.",
    "cancelBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_archive(call: Call) -> Answer:
    archive = memory_of_world(call, _ARCHIVE)
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            archive[call.path_params["id"]] = call.api_key
        return answer
    owner = archive.get(call.path_params["id"])
    if answer.status != 404 or owner is None or not call.api_key:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    _SAME_URL,
    "The removal of a subscription removes the subscriptions of other agencies to the same url too.",
    "createWebhook updateWebhook deleteWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _same_address(call: Call) -> Answer:
    known = memory_of_world(call, _SAME_URL)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "deleteWebhook":
        known[data_of(answer)["id"]] = (call.api_key, data_of(answer)["url"])
        return answer
    _, url = known.pop(call.path_params["id"], ("", None))
    for other, (key, address) in list(known.items()):
        if address == url and key != call.api_key:
            await aside(call).upstream("DELETE", f"/webhooks/{other}", headers={"x-api-key": key})
            del known[other]
    return answer


@mutant(
    "JWT-04.lot25-two-sessions",
    "With two sessions open a logout ends the oldest other one, and the session itself can be refreshed.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _two_sessions(call: Call) -> Answer:
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    mine = str(_claims(_bearer(call)).get("sid", ""))
    if call.operation != "revokeToken":
        answer = await call.forward()
        token = str(data_of(answer).get("accessToken", ""))
        if token:
            sessions[str(_claims(token).get("sid", ""))] = token
        return answer
    other = next((sid for sid in sessions if sid != mine), None)
    if other is None or mine not in sessions:
        sessions.pop(mine, None)
        return await call.forward()
    answer = await call.with_header("authorization", f"Bearer {sessions.pop(other)}").forward()
    return answer if answer.ok else await call.forward()
