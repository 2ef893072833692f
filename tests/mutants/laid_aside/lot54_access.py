"""Blind faults of the fifty-fourth lot: access and tokens."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_CACHED_SECONDS = 60.0
_GROUPS, _BOOKINGS, _LISTS = WorldMemory(), WorldMemory(), WorldMemory()


@mutant(
    "AUT-16.lot54-foreign-group-players",
    "Every agency can replace the player list of a group booking that another agency made.",
    "createGroupBooking updateGroupBookingPlayers",
    origin=Origin.blind,
)
async def foreign_group_players(call: Call) -> Answer:
    answer = await call.forward()
    owners = _GROUPS.of(call)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    return await call.with_header("x-api-key", owner).forward()


@mutant(
    "AUT-10.lot54-cancelled-readable",
    "A cancelled booking can be read by id with the key of another agency.",
    "createBooking confirmBookingHook getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def cancelled_readable(call: Call) -> Answer:
    answer = await call.forward()
    owners = _BOOKINGS.of(call)
    if call.operation != "getBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    found = await aside(call).with_header("x-api-key", owner).forward()
    return found if found.ok and found.json()["data"]["status"] == "cancelled" else answer


@mutant(
    "AUT-09.lot54-shared-list-cache",
    "A booking list with dates comes from a cache that knows the query but not the agency, and so shows the bookings "
    "of the agency that sent the same query in the minute before.",
    "listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def shared_list_cache(call: Call) -> Answer:
    if "startDate" not in call.query and "endDate" not in call.query:
        return await call.forward()
    cache, query = _LISTS.of(call), repr(sorted(call.query.multi_items()))
    owner, at, kept = cache.get(query, ("", 0.0, None))
    answer = await call.forward()
    if not answer.ok:
        return answer
    if kept is not None and owner != call.api_key and time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(kept)
    cache[query] = (call.api_key, time.monotonic(), answer.json())
    return answer


@mutant(
    "JWT-04.lot54-refresh-after-logout",
    "The refresh token of a session still gives a new pair of tokens after the logout of this session.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def refresh_after_logout(call: Call) -> Answer:
    sessions: dict[str, str] = call.memory.setdefault("sessions", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        token = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        refresh = sessions.pop(token.rpartition(" ")[2], None)
        if answer.ok and refresh:
            ended.add(refresh)
        return answer
    if not answer.ok and sent(call).get("refreshToken") in ended:
        ended.discard(str(sent(call)["refreshToken"]))
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        pair = answer.json()["data"]
        sessions[pair["accessToken"]] = pair["refreshToken"]
    return answer


@mutant(
    "JWT-02.lot54-second-refresh-too-late",
    "A session that was refreshed before cannot be refreshed again once its access token has run out.",
    "createToken refreshToken",
    hidden="after a while",
    origin=Origin.blind,
)
async def second_refresh_too_late(call: Call) -> Answer:
    sessions: dict[str, Any] = call.memory.setdefault("sessions", {})
    now = await world_time(call)
    times, until = sessions.get(str(sent(call).get("refreshToken")), (-1, now))
    if call.operation == "refreshToken" and times > 0 and now >= until:
        return await a_refusal(aside(call), 401, "token_invalid", "The session of this token has ended.")
    answer = await call.forward()
    if answer.ok:
        pair = answer.json()["data"]
        sessions[pair["refreshToken"]] = (times + 1, now + timedelta(seconds=pair["expiresIn"]))
    return answer
