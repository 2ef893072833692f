"""Blind faults of lot 38: keys and tokens."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import ANYBODY
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "AUT-04.lot38-token-for-nobody",
    "POST /auth/token gives a token to a request without the X-Api-Key header.",
    "createToken",
    origin=Origin.blind,
)
async def _token_for_nobody(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 401 or any(name.lower() == "x-api-key" for name, _ in call.headers):
        return answer
    return await aside(call).upstream("POST", "/auth/token", headers={"x-api-key": ANYBODY})


def _bearer(call: Call) -> str:
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.removeprefix("Bearer ").strip()


# Faults under a condition.
@mutant(
    "JWT-04.lot38-renewed-outlives-logout",
    "The refresh token of a session that was refreshed before works after the logout.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_outlives_logout(call: Call) -> Answer:
    answer = await call.forward()
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    alive: set[str] = call.memory.setdefault("alive", set())
    if call.operation == "revokeToken":
        if answer.ok and (token := renewed.pop(_bearer(call), "")):
            alive.add(token)
        return answer
    if answer.ok:
        pair = answer.json()["data"]
        renewed[pair["accessToken"]] = pair["refreshToken"]
        return answer
    token = str(sent(call).get("refreshToken"))
    if token not in alive:
        return answer
    alive.discard(token)
    return await aside(call).upstream("POST", "/auth/token")
