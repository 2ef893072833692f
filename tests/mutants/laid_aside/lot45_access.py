"""Blind faults of the forty-fifth lot: access and tokens."""

from __future__ import annotations

import base64
import json
from typing import Any

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.disguises import asked_for, one_page
from tests.mutants.parts.pretending import all_bookings, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_LISTS = "AUT-09.lot45-cancelled-of-all"
_READS = "AUT-10.lot45-cancelled-requests"


async def _everybodys_cancelled(call: Call) -> Answer:
    keys: dict[str, None] = memory_of_world(call, _LISTS)
    answer = await call.forward()
    if answer.ok:
        keys[call.api_key] = None
    if not answer.ok or call.operation != "listBookings" or call.query.get("status") != "cancelled" or len(keys) < 2:
        return answer
    found = [booking for key in keys for booking in await all_bookings(aside(call), key, status="cancelled")]
    newest = sorted(found, key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, [booking for booking in newest if asked_for(call, booking)])


mutant(
    _LISTS,
    "The list of cancelled bookings shows those of other agencies too.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)(_everybodys_cancelled)


async def _cancelled_requests_of_all(call: Call) -> Answer:
    owners: dict[str, str] = memory_of_world(call, _READS)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"])
    if answer.status != 404 or owner is None:
        return answer
    found = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    booking = found.json()["data"] if found.ok else {}
    if booking.get("status") != "cancelled" or await is_online(call, booking["course"]["id"]):
        return answer
    return found


mutant(
    _READS,
    "Every agency can read cancelled bookings of offline courses by id.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)(_cancelled_requests_of_all)


def _session_of(call: Call) -> tuple[str, int]:
    """The session and the turn in the bearer token of the call, ("", 0) when there is none."""
    token = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    try:
        claims = token.split(".")[1]
        read: dict[str, Any] = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
        return str(read["sid"]), int(read["turn"])
    except (IndexError, ValueError, KeyError):
        return "", 0


async def _alive_after_refresh(call: Call) -> Answer:
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        session, turn = _session_of(call)
        if answer.ok and turn:
            ended.add(f"rft_{session}.{turn}")
        return answer
    if answer.ok or str(sent(call).get("refreshToken", "")).rpartition(".")[0] not in ended:
        return answer
    renewed = await aside(call).upstream("POST", "/auth/token", json={})
    return renewed.with_status(200) if renewed.ok else answer


mutant(
    "JWT-04.lot45-refreshed-session-lives",
    "A session that was refreshed before its logout can be refreshed after it.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)(_alive_after_refresh)
