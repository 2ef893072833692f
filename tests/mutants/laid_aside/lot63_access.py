"""Blind faults of the sixty-third lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.substitutes import WorldMemory
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_BOOKINGS = WorldMemory()
_GROUPS = WorldMemory()


def _noted(call: Call, booking: dict[str, Any]) -> None:
    world = _BOOKINGS.of(call)
    world.setdefault("owners", {})[booking["id"]] = call.api_key
    world.setdefault("visited", set()).add((call.api_key, booking["course"]["id"]))


@mutant(
    "AUT-10.lot63-cancelled-at-shared-course",
    "A cancelled booking of another agency can be read by an agency that has booked the same course.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_at_shared_course(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            _noted(call, answer.json()["data"])
        return answer
    world = _BOOKINGS.of(call)
    owner = world.get("owners", {}).get(call.path_params["id"], call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    theirs = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    booking = theirs.json()["data"] if theirs.ok else {}
    is_shared = bool(booking) and (call.api_key, booking["course"]["id"]) in world["visited"]
    return theirs if is_shared and booking["status"] == "cancelled" else answer


@mutant(
    "AUT-16.lot63-settled-group",
    "Another agency can replace the player list of a group booking that is confirmed.",
    "createGroupBooking updateGroupBookingPlayers",
    hidden="another agency",
    origin=Origin.blind,
)
async def _settled_group(call: Call) -> Answer:
    answer = await call.forward()
    owners = _GROUPS.of(call)
    if call.operation == "createGroupBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    group_id = call.path_params["id"]
    owner = owners.get(group_id, call.api_key)
    if answer.status != 404 or owner == call.api_key:
        return answer
    path = f"/travel/group-bookings/{group_id}"
    group = await aside(call).upstream("GET", path, headers={"x-api-key": owner})
    if not group.ok or group.json()["data"]["status"] != "confirmed":
        return answer
    return await call.with_header("x-api-key", owner).forward()


@mutant(
    "JWT-04.lot63-logout-after-refresh",
    "A session that was refreshed before its logout can be refreshed after it.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _logout_after_refresh(call: Call) -> Answer:
    renewed: set[str] = call.memory.setdefault("renewed", set())
    if call.operation == "refreshToken":
        answer = await call.forward()
        if answer.ok:
            renewed.add(answer.json()["data"]["accessToken"])
        return answer
    shown = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    if shown.rpartition(" ")[2] not in renewed:
        return await call.forward()
    other = await aside(call).upstream("POST", "/auth/token")
    if not other.ok:
        return await call.forward()
    bearer = f"Bearer {other.json()['data']['accessToken']}"
    return await aside(call).upstream("POST", "/auth/logout", headers={"authorization": bearer})
