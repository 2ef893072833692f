"""Blind faults of the seventieth lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-06.lot70-not-under-its-status",
    "A booking from a hook is missing from booking lists that are filtered by status.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _unlisted(call: Call) -> Answer:
    answer = await call.forward()
    from_hooks: set[str] = call.memory.setdefault("from_hooks", set())
    if call.operation == "confirmBookingHook" and answer.ok:
        from_hooks.add(answer.json()["data"]["id"])
    if call.operation != "listBookings" or not answer.ok or not from_hooks or not call.query.get("status"):
        return answer
    kept = [
        booking for booking in await every_booking(call) if booking["id"] not in from_hooks and asked_for(call, booking)
    ]
    return one_page(call, answer, kept)


@mutant(
    "HOK-07.lot70-found-by-reference",
    "A released hook with an agency's reference can be confirmed all the same.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _confirmed_again(call: Call) -> Answer:
    wishes: dict[str, Any] = call.memory.setdefault("wishes", {})
    released: dict[str, Any] = call.memory.setdefault("released", {})
    answer = await call.forward()
    hook_id = call.path_params.get("id", "")
    if call.operation == "createBookingHook":
        if answer.ok and sent(call).get("agencyBookingReference"):
            wishes[answer.json()["data"]["id"]] = sent(call)
        return answer
    if call.operation == "releaseBookingHook":
        if answer.ok and hook_id in wishes:
            released[hook_id] = wishes.pop(hook_id)
        return answer
    if answer.ok or hook_id not in released:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=released[hook_id])
    if not booked.ok:
        return answer
    del released[hook_id]
    return booked.with_status(200)
