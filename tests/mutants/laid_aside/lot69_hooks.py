"""Blind faults of the sixty-ninth lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-06.lot69-not-in-filtered-periods",
    "The booking that a hook became is not in lists filtered by status and start date together.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _not_in_filtered_periods(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        hooked |= {answer.json()["data"]["id"]} if answer.ok else set()
        return answer
    if not answer.ok or not hooked or "status" not in call.query or "startDate" not in call.query:
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in hooked])


@mutant(
    "HOK-05.lot69-a-place-stays-off-sale",
    "The release of a hook returns all of its places but the last.",
    "createBookingHook releaseBookingHook",
    origin=Origin.blind,
)
async def _a_place_stays_off_sale(call: Call) -> Answer:
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
    elif released := hooks.pop(call.path_params["id"], None):
        await take_places(call, released, 1)
    return answer
