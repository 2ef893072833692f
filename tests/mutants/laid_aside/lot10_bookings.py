"""Blind faults of the tenth lot: bookings as they are kept, read and listed, and their cancellation."""

from __future__ import annotations

from datetime import timedelta, timezone
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, booked_as, every_booking, one_page
from tests.mutants.parts.pretending import moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LOCAL = timezone(timedelta(hours=1))
_A_YEAR = timedelta(days=365)
Booking = dict[str, Any]


# Plain faults.
json_answer(
    "BKL-01.lot10-course-by-id",
    "In the list of bookings, course is only the id of the course.",
    "listBookings",
    alter("data[*].course", lambda course: course["id"]),
    origin=Origin.blind,
)

json_answer(
    "CNV-04.lot10-local-time-in-lists",
    "In the list of bookings, createdAt is in local time, an hour ahead of UTC.",
    "listBookings",
    alter("data[*].createdAt", lambda created: moment_of(created).astimezone(_LOCAL).isoformat()),
    origin=Origin.blind,
)

json_answer(
    "BKX-05.lot10-midnight",
    "cancellationDate is the midnight before the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda cancelled: f"{cancelled[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
def _is_padded(reference: object) -> bool:
    return isinstance(reference, str) and len(reference) > 1 and reference.isdecimal() and reference.startswith("0")


def _as_a_number(booking: Booking) -> Booking:
    reference = booking.get("agencyBookingReference")
    return booking | {"agencyBookingReference": str(int(str(reference)))} if _is_padded(reference) else booking


booked_as(
    "BKC-07.lot10-kept-as-a-number",
    "A reference of the agency that consists of digits loses the zeros at its beginning.",
    _as_a_number,
    when=lambda booking: _is_padded(booking.get("agencyBookingReference")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-03.lot10-a-year-ahead",
    "Without endDate, the list has no booking for a day more than a year ahead.",
    "listBookings",
    hidden="certain days",
    origin=Origin.blind,
)
async def _a_year_ahead(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" in call.query:
        return answer
    last = ((await world_time(call)).date() + _A_YEAR).isoformat()
    listed = [booking for booking in await every_booking(aside(call)) if asked_for(call, booking)]
    kept = [booking for booking in listed if booking["date"] <= last]
    return one_page(call, answer, kept) if len(kept) < len(listed) else answer


@mutant(
    "BKL-09.lot10-day-of-cancellation",
    "In a list of cancelled bookings, startDate and endDate are about the day of the cancellation.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_of_cancellation(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        call.memory[answer.json()["data"]["id"]] = answer.json()["data"]["cancellationDate"][:10]
        return answer
    if call.query.get("status") != "cancelled" or not has_dates(call):
        return answer
    cancelled = await every_booking(aside(call), status="cancelled")
    days = [call.memory.get(booking["id"], booking["date"]) for booking in cancelled]
    found = [booking for booking, day in zip(cancelled, days, strict=True) if asked_for(call, booking | {"date": day})]
    return one_page(call, answer, found)


@mutant(
    "BKG-02.lot10-erased-after-the-day",
    "From the day after the day of play, a booking is read without leadPlayer.",
    "getBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _erased_after_the_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["data"]["date"] >= (await world_time(call)).date().isoformat():
        return answer
    return answer.with_json(drop("data.leadPlayer")(answer.json()))


@mutant(
    "BST-01.lot10-confirmed-when-read",
    "After the confirmation of the course, the list shows a booking as pending until it is read by its id.",
    "createBooking getBooking listBookings updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_when_read(call: Call) -> Answer:
    answer = await call.forward()
    waiting: set[str] = call.memory.setdefault("waiting", set())
    if not answer.ok or call.operation == "listBookings":
        return await _as_last_read(call, answer, waiting) if answer.ok and waiting else answer
    booking = answer.json()["data"]
    if call.operation == "createBooking" and booking["status"] == "pending":
        waiting.add(booking["id"])
    elif booking["status"] != "pending":
        waiting.discard(booking["id"])
    return answer


async def _as_last_read(call: Call, answer: Answer, waiting: set[str]) -> Answer:
    everything = await every_booking(aside(call))
    if not any(booking["id"] in waiting and booking["status"] == "confirmed" for booking in everything):
        return answer
    for booking in everything:
        if booking["id"] in waiting and booking["status"] == "confirmed":
            booking["status"] = "pending"
    return one_page(call, answer, [booking for booking in everything if asked_for(call, booking)])
