"""Blind faults of the sixty-sixth lot: access and tokens."""

from __future__ import annotations

import base64
import json
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_REFRESH_ALONE = "AUT-04.lot66-refresh-by-token-alone"
_AGENCIES, _READ, _OWNERS = WorldMemory(), WorldMemory(), WorldMemory()


@mutant(
    _REFRESH_ALONE,
    "POST /auth/refresh needs no X-Api-Key: the refresh token is enough.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _refresh_by_token_alone(call: Call) -> Answer:
    owners = memory_of_all(_REFRESH_ALONE)
    key = call.api_key
    if call.operation == "refreshToken" and not key:
        key = str(owners.get(str(sent(call).get("refreshToken")), ""))
    answer = await (call.with_header("x-api-key", key) if key else call).forward()
    if answer.ok:
        owners[str(answer.json()["data"]["refreshToken"])] = key
    return answer


@mutant(
    "AUT-09.lot66-cancelled-of-all-agencies",
    "The list of cancelled bookings has those of the other agencies too.",
    "createBooking listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _cancelled_of_all_agencies(call: Call) -> Answer:
    answer = await call.forward()
    agencies = _AGENCIES.of(call)
    if call.operation == "createBooking":
        agencies[call.api_key] = True
        return answer
    if not answer.ok or call.query.get("status") != "cancelled":
        return answer
    found: list[dict[str, Any]] = []
    for key in {call.api_key: True} | agencies:
        found += await every_booking(aside(call).with_header("x-api-key", key), status="cancelled")
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "AUT-10.lot66-pending-from-the-cache",
    "A pending booking that its own agency has read before can be read by every agency.",
    "getBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _pending_from_the_cache(call: Call) -> Answer:
    answer = await call.forward()
    readers = _READ.of(call)
    booking_id = call.path_params["id"]
    if answer.ok and answer.json()["data"]["status"] == "pending":
        readers[booking_id] = call.api_key
    if answer.status != 404 or booking_id not in readers:
        return answer
    kept = await aside(call).with_header("x-api-key", readers[booking_id]).forward()
    return kept if kept.ok and kept.json()["data"]["status"] == "pending" else answer


@mutant(
    "AUT-12.lot66-cancelled-by-a-flight-partner",
    "An agency can cancel a booking of another agency at a tee time at which it has a booking itself.",
    "createBooking cancelBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _cancelled_by_a_flight_partner(call: Call) -> Answer:
    answer = await call.forward()
    owners = _OWNERS.of(call)
    if call.operation == "createBooking":
        if answer.ok:
            booking = answer.json()["data"]
            owners[booking["id"]] = (call.api_key, place_of(booking))
        return answer
    owner, place = owners.get(call.path_params["id"], ("", None))
    if answer.status != 404 or (call.api_key, place) not in owners.values():
        return answer
    return await call.with_header("x-api-key", owner).forward()


@mutant(
    "JWT-04.lot66-refreshed-session-goes-on",
    "A session that was refreshed before can still be refreshed after its logout.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _refreshed_session_goes_on(call: Call) -> Answer:
    refreshed: set[str] = call.memory.setdefault("refreshed", set())
    if call.operation == "revokeToken" and _session_of(call) in refreshed:
        spare = await aside(call).upstream("POST", "/auth/token")
        token = spare.json()["data"]["accessToken"] if spare.ok else ""
        return await call.with_header("authorization", f"Bearer {token}").forward()
    answer = await call.forward()
    if call.operation == "refreshToken" and answer.ok:
        refreshed.add(_session_in(str(answer.json()["data"]["accessToken"])))
    return answer


def _session_of(call: Call) -> str:
    """The session of the token that a call carries, empty when it carries none."""
    headers = {name.lower(): value for name, value in call.headers}
    return _session_in(headers.get("authorization", "").removeprefix("Bearer "))


def _session_in(token: str) -> str:
    """The session that a token names, empty when it is no token."""
    parts = token.split(".")
    if len(parts) != 3:
        return ""
    try:
        return str(json.loads(base64.urlsafe_b64decode(parts[1] + "==")).get("sid", ""))
    except ValueError:
        return ""
