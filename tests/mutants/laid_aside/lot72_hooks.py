"""Blind faults of the seventy-second lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-05.lot72-releases-a-pair",
    "The release of a hook for three or four players returns two places only.",
    "createBookingHook releaseBookingHook",
    hidden="some values",
    origin=Origin.blind,
)
async def _releases_a_pair(call: Call) -> Answer:
    answer = await call.forward()
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
    elif (released := hooks.pop(call.path_params["id"], None)) and released["players"] > 2:
        await take_places(call, released, released["players"] - 2)
    return answer


@mutant(
    "HOK-06.lot72-full-flight-stays-hook",
    "A confirmed hook for four players is found neither by its booking id nor in the list of bookings.",
    "confirmBookingHook getBooking listBookings",
    hidden="some values",
    origin=Origin.blind,
)
async def _full_flight_stays_hook(call: Call) -> Answer:
    answer = await call.forward()
    lost: set[str] = call.memory.setdefault("lost", set())
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        booking = answer.json()["data"]
        lost |= {booking["id"]} if booking.get("players") == 4 else set()
    elif call.operation == "getBooking" and call.path_params["id"] in lost:
        return await a_refusal_for_an_unknown_id(call)
    elif call.operation == "listBookings" and lost:
        kept = [item for item in await every_booking(call) if asked_for(call, item) and item["id"] not in lost]
        return one_page(call, answer, kept)
    return answer
