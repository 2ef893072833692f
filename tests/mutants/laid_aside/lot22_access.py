"""Blind faults of keys, tokens and the border between agencies."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, memory_of_all, memory_of_world, paged
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_NO_KEY = "AUT-04.lot22-refresh-token-is-enough"
_PLAYERS = "AUT-16.lot22-list-once-set"
_ONE_DAY = "AUT-09.lot22-list-of-one-day"


def _bearer(call: Call) -> str:
    found = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return found.rpartition(" ")[2]


@mutant(
    "JWT-04.lot22-turned-session-lives-on",
    "A session that was refreshed before its logout can be refreshed after it.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _turned_session_lives_on(call: Call) -> Answer:
    # The number of the session and of its turns, by every token of it.
    sessions: dict[str, tuple[int, int]] = call.memory.setdefault("sessions", {})
    ended: set[int] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    asked = str(sent(call).get("refreshToken", ""))
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in sessions:
            ended.add(sessions[_bearer(call)][0])
        return answer
    session, turns = sessions.get(asked, (len(sessions), -1))
    if call.operation == "refreshToken" and not answer.ok and session in ended and turns > 0:
        return await aside(call).upstream("POST", "/auth/token", json={})
    if answer.ok:
        tokens = data_of(answer)
        for name in ("accessToken", "refreshToken"):
            sessions[str(tokens.get(name))] = (session, turns + 1)
    return answer


@mutant(
    _NO_KEY,
    "A refresh without an API key is accepted when its refresh token is a good one.",
    "createToken refreshToken",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _refresh_token_is_enough(call: Call) -> Answer:
    owners: dict[str, Any] = memory_of_all(_NO_KEY)
    owner = owners.get(str(sent(call).get("refreshToken", "")))
    asking = call.with_header("x-api-key", owner) if owner and not call.api_key else call
    answer = await asking.forward()
    if answer.ok and asking.api_key:
        owners[str(data_of(answer).get("refreshToken"))] = asking.api_key
    return answer


@mutant(
    _PLAYERS,
    "Another agency can replace the player list of a group once its own agency has set one.",
    "updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _list_once_set(call: Call) -> Answer:
    owners = memory_of_world(call, _PLAYERS)
    answer = await call.forward()
    group = call.path_params["id"]
    if answer.ok:
        owners[group] = call.api_key
    if answer.status != 404 or group not in owners:
        return answer
    changed = await call.with_header("x-api-key", owners[group]).forward()
    return changed if changed.ok else answer


@mutant(
    _ONE_DAY,
    "A booking list whose startDate and endDate are the same day shows the bookings of all agencies.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _list_of_one_day(call: Call) -> Answer:
    keys: list[str] = memory_of_world(call, _ONE_DAY).setdefault("keys", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        if call.api_key not in keys:
            keys.append(call.api_key)
        return answer
    day = call.query.get("startDate")
    if not day or day != call.query.get("endDate"):
        return answer
    items = await all_bookings(call, **filters_of(call))
    for key in keys:
        items += await all_bookings(call, key, **filters_of(call)) if key != call.api_key else []
    return paged(answer, items)
