"""Blind faults of the sixty-second lot: access and tokens."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_a_missing_key, world_time
from tests.mutants.parts.substitutes import WorldMemory, a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant

_TOKEN_LIFE = timedelta(hours=1)
_TRAVEL_READS = "searchCourses getCourse getCourseTerms getCoursePricing listTeeTimes listBookings getBooking"
_READ_OWNERS = WorldMemory()
_CANCEL_OWNERS = WorldMemory()
_KEYS_BY_TOKEN: dict[str, str] = {}


@mutant(
    "AUT-07.lot62-shouted-name",
    "The service does not find the key when the name of its header is written in capital letters only.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    if "X-API-KEY" in call.header_names:
        return await a_refusal_for_a_missing_key(call)
    return await call.forward()


@mutant(
    "AUT-01.lot62-token-in-place-of-key",
    "A read without a key is served when it brings an access token.",
    f"createToken {_TRAVEL_READS}",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    if call.operation == "createToken":
        answer = await call.forward()
        if answer.ok:
            _KEYS_BY_TOKEN[answer.json()["data"]["accessToken"]] = call.api_key
        return answer
    bearer = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    key = _KEYS_BY_TOKEN.get(bearer.removeprefix("Bearer "))
    if call.api_key or key is None:
        return await call.forward()
    return await call.with_header("x-api-key", key).forward()


@mutant(
    "AUT-10.lot62-archived-bookings",
    "A cancelled booking can be read by id with the key of another agency.",
    "createBooking getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    owners = _READ_OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        owners[answer.json()["data"]["id"]] = call.api_key
    owner = owners.get(call.path_params.get("id", ""))
    if answer.ok or owner is None:
        return answer
    seen = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    return seen if seen.ok and seen.json()["data"]["status"] == "cancelled" else answer


@mutant(
    "AUT-12.lot62-neighbours-request",
    "An agency with a booking at a course can cancel the pending bookings of other agencies there.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    known: dict[str, Any] = _CANCEL_OWNERS.of(call)
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        booking = answer.json()["data"]
        known[booking["id"]] = (call.api_key, booking["course"]["id"])
        call.memory.setdefault("courses", set()).add(booking["course"]["id"])
    owner, course_id = known.get(call.path_params.get("id", ""), ("", ""))
    if answer.ok or course_id not in call.memory.get("courses", ()):
        return answer
    as_owner = {"x-api-key": owner}
    booking = await aside(call).upstream("GET", call.path, headers=as_owner)
    if not booking.ok or booking.json()["data"]["status"] != "pending":
        return answer
    return await call.with_header("x-api-key", owner).forward()


@mutant(
    "JWT-02.lot62-second-renewal-after-lapse",
    "A session that was refreshed before cannot be refreshed again once its access token has expired.",
    "createToken refreshToken",
    hidden="after a while",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    issued: dict[str, tuple[int, datetime]] = call.memory.setdefault("issued", {})
    now = await world_time(call)
    renewals, since = issued.get(str(sent(call).get("refreshToken")), (-1, now))
    if renewals > 0 and now - since > _TOKEN_LIFE:
        return await a_refusal(call, 401, "invalid_token", "The session of this token is over.")
    answer = await call.forward()
    if answer.ok:
        issued[answer.json()["data"]["refreshToken"]] = (renewals + 1, now)
    return answer
