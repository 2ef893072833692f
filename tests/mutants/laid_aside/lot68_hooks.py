"""Blind faults of the sixty-eighth lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.asking import asks, has_dates
from tests.mutants.parts.disguises import every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-05.lot68-returns-pairs",
    "The release of a hook returns its places in pairs, so that a place of an odd party stays off sale.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _returns_pairs(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[answer.json()["data"]["id"]] = answer.json()["data"]
        return answer
    hook = hooks.pop(call.path_params["id"], None)
    if hook and hook["players"] % 2:
        await take_places(call, hook, 1)
    return answer


@mutant(
    "HOK-06.lot68-missing-from-the-index",
    "A list by status and date leaves out the bookings that hooks became.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _missing_from_the_index(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
        return answer
    if not hooked or not asks(call, "status") or not has_dates(call):
        return answer
    filters = {name: call.query[name] for name in ("status", "startDate", "endDate") if name in call.query}
    kept = [booking for booking in await every_booking(call, **filters) if booking["id"] not in hooked]
    return one_page(call, answer, kept)
