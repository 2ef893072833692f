"""Blind faults of the sixty-seventh lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-05.lot67-released-but-kept",
    "The release of a hook returns no places to sale.",
    "createBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _released_but_kept(call: Call) -> Answer:
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if answer.ok and call.operation == "createBookingHook":
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
    elif answer.ok and (released := hooks.pop(call.path_params["id"], None)):
        await take_places(call, released, released["players"])
    return answer


@mutant(
    "HOK-06.lot67-no-status-yet",
    "A list by status leaves out the bookings that came from hooks.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _no_status_yet(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
        return answer
    if not hooked or "status" not in call.query:
        return answer
    found = [item for item in await every_booking(call) if item["id"] not in hooked and asked_for(call, item)]
    return one_page(call, answer, found)
