"""Blind faults of the eighth lot: the list of bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.asking import has_status
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.parts.page_swaps import after_the_first_page
from tests.mutants.parts.pretending import filters_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "CNV-02.lot8-seconds-in-the-list",
    "The list of bookings shows teeTime with seconds.",
    "listBookings",
    alter("data[*].teeTime", lambda time: f"{time}:00"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PAG-12.lot8-same-second",
    "A page begins with the first booking that is older than the last booking of the page before, so bookings of the "
    "same second are lost.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _same_second(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not after_the_first_page(call):
        return answer
    body = answer.json()
    page, size = (body["meta"]["pagination"][name] for name in ("page", "pageSize"))
    left = await every_booking(aside(call), **filters_of(call))
    for _ in range(min(page - 1, len(left))):
        left = _after(left, size)
    return answer.with_json(body | {"data": left[:size]})


def _after(bookings: list[Booking], size: int) -> list[Booking]:
    """The bookings that are older than the last of the first *size*."""
    if len(bookings) <= size:
        return []
    last = bookings[size - 1]["createdAt"]
    return [booking for booking in bookings[size:] if booking["createdAt"] < last]


@mutant(
    "BKL-04.lot8-status-index",
    "A booking that a change made pending again stays in the list of confirmed bookings.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _status_index(call: Call) -> Answer:
    indexed: set[str] = call.memory.setdefault("indexed", set())
    if call.operation == "listBookings":
        answer = await call.forward()
        if not answer.ok or not has_status(call) or not indexed:
            return answer
        everything = await every_booking(aside(call))
        return one_page(call, answer, [booking for booking in everything if asked_for(call, _by_index(call, booking))])
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed" and answer.json()["data"]["status"] == "pending":
        indexed.add(before["id"])
    return answer


def _by_index(call: Call, booking: Booking) -> Booking:
    """The booking with the status that the index of the list has."""
    is_stale = booking["id"] in call.memory["indexed"] and booking["status"] == "pending"
    return booking | {"status": "confirmed"} if is_stale else booking
