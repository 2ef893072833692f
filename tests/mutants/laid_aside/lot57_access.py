"""Blind faults of the fifty-seventh lot: access and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.parts.pretending import memory_of_all
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ALONE = "AUT-04.lot57-refresh-token-alone"
_MOST_OTHERS = 5

_keys_with_bookings = WorldMemory()
_owners_of_bookings = WorldMemory()
_subscriptions = WorldMemory()


@mutant(
    _ALONE,
    "A refresh token renews its session without any API key.",
    "createToken refreshToken",
    origin=Origin.blind,
)
async def _refresh_token_alone(call: Call) -> Answer:
    keys: dict[str, str] = memory_of_all(_ALONE)
    key = call.api_key
    answer = await call.forward()
    if call.operation == "refreshToken" and not answer.ok and not key:
        key = keys.get(str(sent(call).get("refreshToken")), "")
        answer = await call.with_header("x-api-key", key).forward() if key else answer
    if answer.ok and key:
        keys[answer.json()["data"]["refreshToken"]] = key
    return answer


@mutant(
    "JWT-04.lot57-renewed-session",
    "After the logout of a session that was refreshed before, its last refresh token still opens a session.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    left: set[str] = call.memory.setdefault("left", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        access = given.rpartition(" ")[2]
        if answer.ok and access in renewed:
            left.add(renewed[access])
        return answer
    if answer.ok:
        pair = answer.json()["data"]
        renewed[pair["accessToken"]] = pair["refreshToken"]
    elif str(sent(call).get("refreshToken")) in left:
        return await aside(call).upstream("POST", "/auth/token")
    return answer


@mutant(
    "AUT-09.lot57-day-and-status",
    "A list of a single day and a status has the bookings of other agencies too.",
    "createBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_and_status(call: Call) -> Answer:
    keys: dict[str, Any] = _keys_with_bookings.of(call)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            keys[call.api_key] = True
        return answer
    first, last, status = (call.query.get(name) for name in ("startDate", "endDate", "status"))
    if not answer.ok or not status or not first or first != last:
        return answer
    found: list[Booking] = []
    for key in [call.api_key, *(other for other in keys if other != call.api_key)][:_MOST_OTHERS]:
        asking = aside(call).with_header("x-api-key", key)
        found += await every_booking(asking, status=status, startDate=first, endDate=last)
    found.sort(key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "AUT-11.lot57-while-pending",
    "As long as a booking is pending, other agencies can change it.",
    "createBooking updateBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _while_pending(call: Call) -> Answer:
    owners: dict[str, str] = _owners_of_bookings.of(call)
    answer = await call.forward()
    if call.operation == "createBooking":
        if answer.ok:
            owners[answer.json()["data"]["id"]] = call.api_key
        return answer
    owner = owners.get(call.path_params["id"], call.api_key)
    if answer.ok or owner == call.api_key:
        return answer
    now = await aside(call).upstream("GET", call.path, headers={"x-api-key": owner})
    if not now.ok or now.json()["data"]["status"] != "pending":
        return answer
    return await call.with_header("x-api-key", owner).forward()


@mutant(
    "AUT-14.lot57-twin-subscription",
    "An agency can delete the subscription of another agency that has the same address and the same kinds as its own.",
    "createWebhook updateWebhook deleteWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _twin_subscription(call: Call) -> Answer:
    known: dict[str, tuple[str, object]] = _subscriptions.of(call)
    answer = await call.forward()
    if call.operation != "deleteWebhook":
        if answer.ok:
            kept = answer.json()["data"]
            known[kept["id"]] = (call.api_key, (kept["url"], frozenset(kept["events"])))
        return answer
    owner, subscription = known.get(call.path_params["id"], (call.api_key, None))
    if not answer.ok and owner != call.api_key and (call.api_key, subscription) in known.values():
        answer = await call.with_header("x-api-key", owner).forward()
    if answer.ok:
        known.pop(call.path_params["id"], None)
    return answer
