"""Blind faults of booking hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_OF_A_BOOKING = ("date", "teeTime", "players", "leadPlayer", "agencyBookingReference", "specialRequests")


@mutant(
    "HOK-04.lot22-confirmed-too-late",
    "A hook whose 14 days are over can still be confirmed, as long as its tee time is free.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _confirmed_too_late(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            hooks[str(data_of(answer)["id"])] = sent(call)
        return answer
    hook = call.path_params["id"]
    if call.operation == "releaseBookingHook" or code_of(answer) != "booking_hook_expired" or hook not in hooks:
        return answer
    asked = hooks[hook]
    wish = {"courseId": asked["courseId"]} | {name: asked[name] for name in _OF_A_BOOKING if name in asked}
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wish)
    if not booked.ok:
        return answer
    del hooks[hook]
    return booked.with_status(200)


@mutant(
    "BKX-07.lot22-booking-of-a-hook",
    "The places of a cancelled booking stay taken when the booking came from a hook.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _booking_of_a_hook(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if answer.ok:
            hooked.add(str(data_of(answer).get("id")))
        return answer
    if call.path_params["id"] not in hooked:
        return await call.forward()
    booking = await booking_of(call)
    answer = await call.forward()
    if answer.ok and booking and booking["status"] != "cancelled":
        await take_places(call, booking, booking["players"])
    return answer
