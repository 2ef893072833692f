"""Blind faults of the sixth lot: bookings that are created, read and listed."""

from __future__ import annotations

import html
from typing import Any

from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    relisted,
    shown,
)
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

Booking = dict[str, Any]
_NAME_COLUMN = 30
_OPENING = "09:00"

# A plain fault.
json_answer(
    "BKL-12.lot6-references-in-capitals",
    "The list shows agencyBookingReference in capital letters.",
    "listBookings",
    alter("data[*].agencyBookingReference", str.upper),
    origin=Origin.blind,
)


# Faults under a condition.
request_change(
    "BKC-08.lot6-one-line",
    "Line breaks in specialRequests become blanks.",
    "createBooking updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": " ".join(sent(call)["specialRequests"].splitlines())}),
    when=lambda call: "\n" in str(sent(call).get("specialRequests", "")),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "BKG-02.lot6-escaped-names",
    "A read of a booking shows names with an apostrophe or an ampersand as HTML.",
    "getBooking",
    in_turn(alter("data.leadPlayer.firstName", html.escape), alter("data.leadPlayer.lastName", html.escape)),
    hidden="some values",
    origin=Origin.blind,
)


def _begins_with_zero(call: Call) -> bool:
    reference = sent(call).get("agencyBookingReference")
    return isinstance(reference, str) and reference.isascii() and reference.isdigit() and reference.startswith("0")


request_change(
    "BKC-07.lot6-a-number",
    "An agencyBookingReference of digits alone loses its leading zeros.",
    "createBooking updateBooking",
    lambda call: call.with_json(
        sent(call) | {"agencyBookingReference": str(int(sent(call)["agencyBookingReference"]))}
    ),
    when=_begins_with_zero,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "BKL-12.lot6-thirty-characters",
    "The list shows at most 30 characters of the name of a course.",
    "listBookings",
    alter("data[*].course.name", lambda name: name[:_NAME_COLUMN]),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-04.lot6-still-under-pending",
    "A booking that the course confirmed is still listed under status=pending.",
    "createBooking listBookings",
    hidden="after a while",
    origin=Origin.blind,
)
async def _still_under_pending(call: Call) -> Answer:
    waited: set[str] = call.memory.setdefault("waited", set())
    answer = await call.forward()
    if call.operation == "createBooking":
        if data_of(answer).get("status") == "pending":
            waited.add(data_of(answer)["id"])
        return answer
    if not answer.ok or call.query.get("status") != "pending" or not waited:
        return answer
    found = [
        booking
        for booking in await every_booking(call)
        if asked_for(call, booking)
        or (booking["id"] in waited and booking["status"] == "confirmed" and asked_for(call.without("status"), booking))
    ]
    return one_page(call, answer, found)


relisted(
    "BKL-06.lot6-opens-at-nine",
    "startDate together with endDate leaves out the tee times before 09:00 on the first day.",
    lambda call, bookings: [
        booking
        for booking in bookings
        if asked_for(call, booking)
        and not (booking["date"] == call.query["startDate"] and booking["teeTime"] < _OPENING)
    ],
    when=lambda call: "startDate" in call.query and "endDate" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

relisted(
    "BKL-09.lot6-open-end",
    "A list with status, startDate and endDate ignores endDate.",
    lambda call, bookings: [booking for booking in bookings if asked_for(call.without("endDate"), booking)],
    when=lambda call: all(name in call.query for name in ("status", "startDate", "endDate")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

_SECOND = "BKC-32.lot6-reference-of-the-second"


@mutant(
    _SECOND,
    "Two bookings of one second, by any agencies, have the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _reference_of_the_second(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    first = memory_of_world(call, _SECOND).setdefault(booking["createdAt"], booking["bookingReference"])
    if first == booking["bookingReference"]:
        return answer
    disguise(call, booking["id"], put("bookingReference", first))
    return in_disguise(call, answer)
