"""Blind faults of tokens and of what they do to the key."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_ALONE = "AUT-04.lot4-refresh-alone"


def _bearer(call: Call) -> str:
    """The access token of the call, empty when it carries none."""
    sent_headers = {name.lower(): value for name, value in call.headers}
    return sent_headers.get("authorization", "").partition(" ")[2].strip()


# A plain fault.
@mutant(
    "JWT-02.lot4-same-token",
    "A refresh answers with the access token that the session had before, which the service no longer accepts.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _same_token(call: Call) -> Answer:
    first: dict[str, str] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    tokens = answer.json()["data"]
    access_token = first.get(str(sent(call).get("refreshToken")), tokens["accessToken"])
    first[tokens["refreshToken"]] = access_token
    return answer.with_json(put("data.accessToken", access_token)(answer.json()))


# Faults under a condition.
@mutant(
    "JWT-04.lot4-renewed-session",
    "A logout of a session that was refreshed before leaves the session open.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "revokeToken" and _bearer(call) in renewed:
        return await _logout_of_nobody(call)
    answer = await call.forward()
    if answer.ok and call.operation == "refreshToken":
        renewed.add(answer.json()["data"]["accessToken"])
    return answer


async def _logout_of_nobody(call: Call) -> Answer:
    """The answer to the logout of a session that nobody uses."""
    opened = await aside(call).upstream("POST", "/auth/token")
    token = opened.json()["data"]["accessToken"]
    return await aside(call).upstream("POST", "/auth/logout", headers={"authorization": f"Bearer {token}"})


@mutant(
    "AUT-08.lot4-token-demanded",
    "While an agency has a token session, its writes of bookings are refused without the token.",
    "createToken revokeToken createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _token_demanded(call: Call) -> Answer:
    if call.operation not in ("createToken", "revokeToken") and call.memory.get("sessions") and not _bearer(call):
        return await a_refusal_for_a_missing_key(aside(call))
    answer = await call.forward()
    if answer.ok and call.operation in ("createToken", "revokeToken"):
        opened = call.memory.get("sessions", 0) + (1 if call.operation == "createToken" else -1)
        call.memory["sessions"] = max(0, opened)
    return answer


@mutant(
    _ALONE,
    "A refresh token is enough to refresh: the request needs no key.",
    "createToken refreshToken",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _refresh_alone(call: Call) -> Answer:
    keys: dict[str, str] = memory_of_all(_ALONE)
    key = call.api_key or keys.get(str(sent(call).get("refreshToken")), "")
    answer = await (call.with_header("x-api-key", key) if key else call).forward()
    if answer.ok:
        keys[answer.json()["data"]["refreshToken"]] = key
    return answer
