"""Blind faults of creating, reading and listing bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import all_bookings, data_of, memory_of_world, paged, slot_of, true_booking
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_REFERENCE = "BKC-32.lot32-counted-per-agency"


# Faults under a condition.
@mutant(
    "BKL-09.lot32-dates-of-the-cancellation",
    "With status=cancelled, startDate and endDate look at the day of the cancellation.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _dates_of_the_cancellation(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("status") != "cancelled" or not has_dates(call):
        return answer
    first, last = call.query.get("startDate", ""), call.query.get("endDate", "9999")
    found = []
    for booking in await all_bookings(call, status="cancelled"):
        day = str((await true_booking(call, booking["id"])).get("cancellationDate", ""))[:10]
        if first <= day <= last:
            found.append(booking)
    return paged(answer, found)


@mutant(
    _REFERENCE,
    "Bookings of two agencies at the same tee time have the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="another agency",
    origin=Origin.blind,
)
async def _counted_per_agency(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    issued: dict[str, tuple[str, str]] = memory_of_world(call, _REFERENCE)
    key, reference = issued.setdefault(slot_of(booking), (call.api_key, booking["bookingReference"]))
    if key == call.api_key:
        return answer
    disguise(call, booking["id"], put("bookingReference", reference))
    return in_disguise(call, answer)


def _still_pending(booking: dict[str, Any]) -> dict[str, Any]:
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "BST-01.lot32-answer-to-an-old-version",
    "A pending booking that was changed stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _answer_to_an_old_version(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and data_of(answer).get("status") == "pending":
        disguise(call, call.path_params["id"], _still_pending)
    return answer
