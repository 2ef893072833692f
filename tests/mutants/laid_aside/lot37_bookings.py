"""Blind faults of new bookings and of the booking list."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.pretending import data_of, memory_of_world, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_SHARED_REFERENCE = "BKC-32.lot37-one-flight"
_FRESH = timedelta(minutes=1)


# Faults under a condition.
def _begins_with_zero(body: dict[str, Any]) -> bool:
    reference = str(body.get("agencyBookingReference") or "")
    return reference.isdecimal() and reference.startswith("0")


booked_as(
    "BKC-07.lot37-leading-zeros",
    "A reference of the agency that is all digits is kept as a number, without its leading zeros.",
    alter("agencyBookingReference", lambda reference: str(int(reference))),
    when=_begins_with_zero,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    _SHARED_REFERENCE,
    "A booking at a tee time that another agency has booked before gets the reference of that booking.",
    BOOKING_OPERATIONS,
    hidden="another agency",
    origin=Origin.blind,
)
async def _one_flight(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    first = memory_of_world(call, _SHARED_REFERENCE).setdefault(
        slot_of(booking), (call.api_key, booking["bookingReference"])
    )
    if first[0] == call.api_key:
        return answer
    disguise(call, booking["id"], put("bookingReference", first[1]))
    return in_disguise(call, answer)


@mutant(
    "BKL-03.lot37-kept-when-empty",
    "A booking list that was empty is kept for a minute, so that a new booking is missing in it.",
    "listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_when_empty(call: Call) -> Answer:
    kept: dict[str, Any] = call.memory.setdefault("kept", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    now, question = await world_time(call), str(sorted(call.query.multi_items()))
    at, empty = kept.get(question, (now, None))
    if empty is not None and timedelta(0) <= now - at < _FRESH:
        return answer.with_json(empty)
    kept.pop(question, None)
    if answer.json()["meta"]["pagination"]["totalItems"] == 0:
        kept[question] = (now, answer.json())
    return answer


@mutant(
    "BKL-04.lot37-once-pending",
    "The list of pending bookings keeps those that the course has confirmed since.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _once_pending(call: Call) -> Answer:
    once: list[str] = call.memory.setdefault("once", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        if data_of(answer)["status"] == "pending":
            once.append(data_of(answer)["id"])
        return answer
    if call.query.get("status") != "pending" or not once:
        return answer
    dated = [booking for booking in await every_booking(call) if asked_for(call.without("status"), booking)]
    found = [
        booking
        for booking in dated
        if booking["status"] == "pending" or (booking["status"] == "confirmed" and booking["id"] in once)
    ]
    return one_page(call, answer, found)
