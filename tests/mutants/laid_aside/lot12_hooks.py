"""Blind faults of the twelfth lot: booking hooks and the bookings they become."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SHORT_TERM = timedelta(days=10)


@mutant(
    "HOK-06.lot12-confirmed-and-unlisted",
    "The booking that a confirmed hook became is missing in the list of bookings.",
    "confirmBookingHook listBookings",
    origin=Origin.blind,
)
async def _unlisted(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
        return answer
    if not hooked:
        return answer
    found = [booking for booking in await every_booking(call) if booking["id"] not in hooked]
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "HOK-04.lot12-ten-days-only",
    "A hook is declared for fourteen days and cannot be confirmed after ten.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_days(call: Call) -> Answer:
    if call.operation == "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            hook = answer.json()["data"]
            call.memory[hook["id"]] = hook["createdAt"]
        return answer
    created = call.memory.get(call.path_params["id"])
    if created is not None and await world_time(call) - moment_of(created) > _SHORT_TERM:
        return await a_refusal(call, 409, "booking_hook_closed", "The booking hook has expired.")
    return await call.forward()


@mutant(
    "BKX-07.lot12-places-of-the-hook-stay",
    "The cancel of a booking that was a hook does not give its places back.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_stay(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    known = call.operation == "cancelBooking" and call.path_params["id"] in hooked
    booking = await booking_of(call) if known else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(answer.json()["data"]["id"])
    elif booking:
        hooked.discard(booking["id"])
        await take_places(call, booking, booking["players"])
    return answer
