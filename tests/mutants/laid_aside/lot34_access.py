"""Blind faults of keys, agencies and tokens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CANCELLED_ARCHIVE = "AUT-10.lot34-cancelled-archive"


@mutant(
    "AUT-07.lot34-capitals-at-webhooks",
    "The webhook operations do not know the header of the key when its name is in capitals throughout.",
    "createWebhook listWebhooks updateWebhook deleteWebhook",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _capitals_at_webhooks(call: Call) -> Answer:
    if "X-API-KEY" not in call.header_names:
        return await call.forward()
    kept = tuple(pair for pair in call.headers if pair[0].lower() != "x-api-key")
    return await replace(call, headers=kept).forward()


@mutant(
    _CANCELLED_ARCHIVE,
    "A booking that was cancelled can be read by every agency that knows its id.",
    "getBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_archive(call: Call) -> Answer:
    owners = memory_of_world(call, _CANCELLED_ARCHIVE)
    answer = await call.forward()
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[call.path_params["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    return await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})


@mutant(
    "JWT-02.lot34-second-refresh",
    "The second refresh of a session and every later one give the JWT of the refresh before again.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_refresh(call: Call) -> Answer:
    # By refresh token: how often its session was refreshed, and the JWT that was last given out.
    sessions: dict[str, tuple[int, str]] = call.memory.setdefault("sessions", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    body: dict[str, Any] = answer.json()
    refreshed, given = 0, str(body["data"]["accessToken"])
    if call.operation == "refreshToken":
        times, before = sessions.get(str(sent(call).get("refreshToken")), (0, given))
        refreshed, given = times + 1, before if times else given
    sessions[body["data"]["refreshToken"]] = refreshed, given
    body["data"]["accessToken"] = given
    return answer.with_json(body)


@mutant(
    "AUT-08.lot34-groups-want-the-token",
    "While an agency has an open token session, its key alone is not enough to create or read a group booking.",
    "createToken revokeToken createGroupBooking getGroupBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _groups_want_the_token(call: Call) -> Answer:
    if call.operation in ("createToken", "revokeToken"):
        answer = await call.forward()
        if answer.ok:
            change = 1 if call.operation == "createToken" else -1
            call.memory["open"] = call.memory.get("open", 0) + change
        return answer
    has_token = any(name.lower() == "authorization" for name, _ in call.headers)
    if call.memory.get("open", 0) > 0 and not has_token:
        return await a_refusal_for_a_missing_key(call)
    return await call.forward()
