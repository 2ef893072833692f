"""Blind faults of the sixtieth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NOT_FOUND = 404
_GROUP_OWNERS = WorldMemory()
_HOOKS = WorldMemory()


@mutant(
    "AUT-13.lot60-readable-once-decided",
    "Another agency can read a group booking as soon as the group is no longer processing.",
    "createGroupBooking getGroupBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _readable_once_decided(call: Call) -> Answer:
    answer = await call.forward()
    owners = _GROUP_OWNERS.of(call)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != _NOT_FOUND or owner in (None, call.api_key):
        return answer
    theirs = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return theirs if theirs.ok and theirs.json()["data"]["status"] != "processing" else answer


@mutant(
    "AUT-15.lot60-released-after-own-hook",
    "An agency that has released its own hook can release the hook of another agency at the same tee time.",
    "createBookingHook releaseBookingHook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _released_after_own_hook(call: Call) -> Answer:
    answer = await call.forward()
    hooks = _HOOKS.of(call)
    if call.operation == "createBookingHook":
        if answer.ok:
            made = answer.json()["data"]
            slot = made["courseId"], made["date"], made["teeTime"]
            hooks[made["id"]] = {"key": call.api_key, "slot": slot, "released": False}
        return answer
    hook = hooks.get(call.path_params["id"])
    if hook is None:
        return answer
    if answer.ok:
        hook["released"] = True
    given_back = [other["slot"] for other in hooks.values() if other["key"] == call.api_key and other["released"]]
    if answer.status != _NOT_FOUND or hook["slot"] not in given_back:
        return answer
    return await aside(call).upstream("DELETE", call.path, headers={"x-api-key": hook["key"]})


def _sessions(call: Call) -> dict[str, Any]:
    """The sessions of this key: ``tokens`` has session and number of refreshes by token, ``ended`` what is over."""
    found: dict[str, Any] = call.memory.setdefault("sessions", {"tokens": {}, "ended": set(), "opened": 0})
    return found


def _note_tokens(call: Call, answer: Answer) -> None:
    """Remembers the tokens in an answer to a request for tokens."""
    sessions = _sessions(call)
    if call.operation == "createToken":
        sessions["opened"] += 1
        turn = sessions["opened"], 0
    else:
        session, refreshes = sessions["tokens"].get(sent(call).get("refreshToken"), (0, 0))
        turn = session, refreshes + 1
    pair = answer.json()["data"]
    sessions["tokens"] |= {pair["accessToken"]: turn, pair["refreshToken"]: turn}


def _bearer(call: Call) -> str:
    shown = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return shown.partition(" ")[2].strip()


@mutant(
    "JWT-04.lot60-refreshed-after-logout",
    "The refresh token of a session still gives new tokens after the logout.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refreshed_after_logout(call: Call) -> Answer:
    answer = await call.forward()
    sessions = _sessions(call)
    if call.operation == "revokeToken":
        if answer.ok and (known := sessions["tokens"].get(_bearer(call))):
            sessions["ended"].add(known[0])
        return answer
    known = sessions["tokens"].get(sent(call).get("refreshToken"))
    if call.operation == "refreshToken" and not answer.ok and known and known[0] in sessions["ended"]:
        return await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        _note_tokens(call, answer)
    return answer


@mutant(
    "JWT-02.lot60-second-refresh-of-older-session",
    "A session cannot be refreshed a second time once the agency has opened a newer session.",
    "createToken refreshToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_refresh_of_older_session(call: Call) -> Answer:
    sessions = _sessions(call)
    session, refreshes = sessions["tokens"].get(sent(call).get("refreshToken"), (0, 0))
    if call.operation == "refreshToken" and refreshes and session < sessions["opened"]:
        return await call.with_json({"refreshToken": "rft_unknown"}).forward()
    answer = await call.forward()
    if answer.ok:
        _note_tokens(call, answer)
    return answer
