"""Blind faults of the seventieth lot: access."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CANCELLED_OF, _GROUPS_OF = WorldMemory(), WorldMemory()
Session = dict[str, Any]


@mutant(
    "AUT-10.lot70-archive-without-owner",
    "A cancelled booking can be read by every agency.",
    "getBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _archived(call: Call) -> Answer:
    answer = await call.forward()
    owners = _CANCELLED_OF.of(call)
    booking_id = call.path_params["id"]
    if call.operation == "cancelBooking":
        if answer.ok:
            owners[booking_id] = call.api_key
        return answer
    if answer.ok or booking_id not in owners:
        return answer
    return await call.upstream("GET", call.path, headers={"x-api-key": owners[booking_id]})


@mutant(
    "AUT-13.lot70-groups-for-all",
    "A group booking can be read by every agency.",
    "createGroupBooking getGroupBooking",
    origin=Origin.blind,
)
async def _open_groups(call: Call) -> Answer:
    answer = await call.forward()
    owners = _GROUPS_OF.of(call)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.ok or owner is None:
        return answer
    return await call.upstream("GET", call.path, headers={"x-api-key": owner})


def _bearer(call: Call) -> str:
    return next((value[7:].strip() for name, value in call.headers if name.lower() == "authorization"), "")


def _note_tokens(call: Call, answer: Answer, session: Session) -> None:
    """Remembers the session of a pair of tokens, by either of them."""
    tokens = answer.json()["data"]
    session["latest"] = tokens["refreshToken"]
    call.memory[tokens["refreshToken"]] = call.memory[tokens["accessToken"]] = session


@mutant(
    "JWT-04.lot70-renewed-session-lives",
    "A session that was refreshed before its logout can still be refreshed after it.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _lives_on(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createToken":
        if answer.ok:
            _note_tokens(call, answer, {})
        return answer
    token = str(sent(call).get("refreshToken") if call.operation == "refreshToken" else _bearer(call))
    session: Session = call.memory.get(token, {})
    if call.operation == "revokeToken":
        session["ended"] = answer.ok
        return answer
    if not answer.ok and session.get("ended") and session.get("renewed") and session["latest"] == token:
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        session["renewed"] = True
        _note_tokens(call, answer, session)
    return answer
