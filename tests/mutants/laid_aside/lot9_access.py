"""Blind faults of the ninth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ALREADY_CANCELLED = "AUT-12.lot9-already-cancelled"
_BEARER = "Bearer "


# Faults under a condition.
@mutant(
    _ALREADY_CANCELLED,
    "A cancellation of a cancelled booking answers before it asks whose booking it is.",
    "cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _already_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    cancelled: dict[str, Any] = memory_of_world(call, _ALREADY_CANCELLED)
    if answer.ok:
        cancelled[call.path_params["id"]] = answer
    if answer.status != 404 or call.path_params["id"] not in cancelled:
        return answer
    told: Answer = cancelled[call.path_params["id"]]
    asked = {name.lower(): value for name, value in answer.headers}
    return told.with_header("x-request-id", asked["x-request-id"])


@mutant(
    "JWT-04.lot9-refreshed-before",
    "The logout of a session that was refreshed leaves its refresh token in use.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_before(call: Call) -> Answer:
    answer = await call.forward()
    refreshed: dict[str, str] = call.memory.setdefault("refreshed", {})
    left_in_use: set[str] = call.memory.setdefault("left in use", set())
    if call.operation == "revokeToken":
        presented = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        last = refreshed.get(presented.removeprefix(_BEARER))
        left_in_use.update([last] if answer.ok and last else [])
        return answer
    if answer.ok:
        refreshed[answer.json()["data"]["accessToken"]] = answer.json()["data"]["refreshToken"]
    token = str(sent(call).get("refreshToken"))
    if answer.status != 401 or token not in left_in_use:
        return answer
    left_in_use.discard(token)
    return await aside(call).upstream("POST", "/auth/token")
