"""Blind faults of the fifty-first lot: access and tokens."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key, world_time
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_TOKENS = "createToken refreshToken revokeToken"
_SESSION_LASTS = timedelta(hours=1)
_READS = frozenset(["GET", "HEAD", "OPTIONS"])
_PENDING = "AUT-12.lot51-pending-of-another-agency"


def _bearer(call: Call) -> str:
    """The access token that a call carries, empty when it carries none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.rpartition(" ")[2]


@mutant(
    "JWT-04.lot51-renewed-after-logout",
    "The refresh token of a session that was logged out still gets new tokens.",
    _TOKENS,
    origin=Origin.blind,
)
async def _renewed_after_logout(call: Call) -> Answer:
    answer = await call.forward()
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in sessions:
            ended.add(sessions[_bearer(call)])
        return answer
    if not answer.ok and str(sent(call).get("refreshToken")) in ended:
        answer = await aside(call).upstream("POST", "/auth/token")
    tokens = data_of(answer)
    if tokens:
        sessions[str(tokens.get("accessToken"))] = str(tokens.get("refreshToken"))
    return answer


@mutant(
    _PENDING,
    "An agency can cancel a booking of another agency while the booking is pending.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_of_another_agency(call: Call) -> Answer:
    answer = await call.forward()
    owners = memory_of_world(call, _PENDING)
    if call.operation == "createBooking":
        if answer.ok:
            owners[str(data_of(answer)["id"])] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    found = data_of(await aside(call).upstream("GET", call.path, headers={"x-api-key": owner}))
    if found.get("status") != "pending":
        return answer
    return await call.with_header("X-Api-Key", owner).forward()


@mutant(
    "AUT-08.lot51-key-alone-during-a-session",
    "While an agency has an open token session, its writes are refused with the API key alone.",
    EVERY_OPERATION,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _key_alone_during_a_session(call: Call) -> Answer:
    if call.operation in _TOKENS.split():
        return await _noting_the_session(call)
    opened = call.memory.get("opened")
    if opened is None or call.operation is None or call.method in _READS or _bearer(call):
        return await call.forward()
    if await world_time(call) - opened > _SESSION_LASTS:
        return await call.forward()
    return await a_refusal_for_a_missing_key(aside(call))


async def _noting_the_session(call: Call) -> Answer:
    """The answer to a call about tokens; notes since when the agency has a session."""
    answer = await call.forward()
    memory: dict[str, Any] = call.memory
    if answer.ok and call.operation == "revokeToken":
        memory.pop("opened", None)
    elif answer.ok:
        memory["opened"] = await world_time(call)
    return answer
