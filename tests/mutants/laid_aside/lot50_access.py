"""Blind faults of the fiftieth lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, one_page
from tests.mutants.parts.pretending import all_bookings
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_KEYS, _PENDING, _READABLE = WorldMemory(), WorldMemory(), WorldMemory()


@mutant(
    "JWT-04.lot50-refresh-outlives-logout",
    "The refresh token of a session that was logged out still gives a new access token.",
    "createToken refreshToken revokeToken",
    origin=Origin.blind,
)
async def _refresh_outlives_logout(call: Call) -> Answer:
    refresh_of: dict[str, str] = call.memory.setdefault("refresh of", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        if answer.ok and (token := refresh_of.get(bearer.rpartition(" ")[2])):
            ended.add(token)
        return answer
    token = str(sent(call).get("refreshToken"))
    if not answer.ok and token in ended:
        ended.discard(token)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        session = answer.json()["data"]
        refresh_of[session["accessToken"]] = session["refreshToken"]
    return answer


@mutant(
    "AUT-09.lot50-cancelled-of-everybody",
    "A booking list filtered for cancelled bookings also shows those of the other agencies.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_of_everybody(call: Call) -> Answer:
    keys: dict[str, Any] = _KEYS.of(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    keys[call.api_key] = True
    if call.operation != "listBookings" or call.query.get("status") != "cancelled" or len(keys) == 1:
        return answer
    found = [booking for key in list(keys) for booking in await all_bookings(aside(call), key, status="cancelled")]
    found.sort(key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


def _noted(memory: WorldMemory, call: Call, answer: Answer) -> None:
    """Remembers the key that made a booking, and the course."""
    if call.operation == "createBooking" and answer.ok:
        booking = answer.json()["data"]
        memory.of(call)[booking["id"]] = (call.api_key, booking["course"]["id"])


@mutant(
    "AUT-12.lot50-pending-for-anybody",
    "An agency can cancel a booking of another agency while the course has not confirmed it yet.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_for_anybody(call: Call) -> Answer:
    answer = await call.forward()
    _noted(_PENDING, call, answer)
    owner, _ = _PENDING.of(call).get(call.path_params.get("id", ""), ("", ""))
    if call.operation != "cancelBooking" or answer.ok or owner in ("", call.api_key):
        return answer
    as_owner = {"x-api-key": owner}
    booking = await aside(call).upstream("GET", call.path, headers=as_owner)
    if not booking.ok or booking.json()["data"]["status"] != "pending":
        return answer
    return await aside(call).upstream("DELETE", call.path, headers=as_owner)


@mutant(
    "AUT-10.lot50-cancelled-at-a-shared-course",
    "An agency can read a cancelled booking of another agency at a course where it has a booking itself.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_at_a_shared_course(call: Call) -> Answer:
    answer = await call.forward()
    _noted(_READABLE, call, answer)
    owner, course_id = _READABLE.of(call).get(call.path_params.get("id", ""), ("", ""))
    if call.operation != "getBooking" or answer.ok or owner in ("", call.api_key):
        return answer
    if (call.api_key, course_id) not in _READABLE.of(call).values():
        return answer
    booking = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return booking if booking.ok and booking.json()["data"]["status"] == "cancelled" else answer
