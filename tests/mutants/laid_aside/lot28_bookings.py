"""Blind faults of new bookings and of the booking list."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.crowds import Crowd, tee_time_asked
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_CROWD = Crowd()


def _is_padded_number(call: Call) -> bool:
    reference = sent(call).get("agencyBookingReference")
    padded = isinstance(reference, str) and reference.isascii() and reference.isdecimal() and len(reference) > 1
    return padded and str(reference).startswith("0")


def _as_number(call: Call) -> Call:
    body = sent(call)
    return call.with_json(body | {"agencyBookingReference": str(int(body["agencyBookingReference"]))})


request_change(
    "BKC-07.lot28-leading-zeros",
    "An agency reference of digits alone loses its leading zeros.",
    "createBooking",
    _as_number,
    when=_is_padded_number,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-13.lot28-declined-by-the-course",
    "A booking that the course declined is missing in the list of the cancelled bookings.",
    "cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _declined_by_the_course(call: Call) -> Answer:
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        cancelled.add(call.path_params["id"])
        return answer
    if call.query.get("status") != "cancelled":
        return answer
    found = await every_booking(call, status="cancelled")
    kept = [booking for booking in found if booking["id"] in cancelled]
    return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])


@mutant(
    "INV-10.lot28-twins",
    "Of two identical parallel creates the second answers the id of the first, with its own reference.",
    "createBooking",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _twins(call: Call) -> Answer:
    latest: dict[Any, dict[str, Any]] = call.memory.setdefault("latest", {})
    place = (call.api_key, tee_time_asked(call), call.body)
    async with _CROWD.at(place, call) as met:
        if met["createBooking"] < 2:
            latest.pop(place, None)
        answer = await call.forward()
        if not answer.ok:
            return answer
        booking = data_of(answer)
        if place not in latest or met["createBooking"] < 2:
            latest[place] = booking
            return answer
        return answer.with_json({"data": booking | {"id": latest[place]["id"]}})
