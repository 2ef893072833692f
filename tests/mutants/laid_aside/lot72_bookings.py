"""Blind faults of the seventy-second lot: bookings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    relisted,
    shown,
)
from tests.mutants.parts.pretending import slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _is_padded(body: Booking) -> bool:
    reference = str(body.get("agencyBookingReference") or "")
    return reference.isdecimal() and reference.startswith("0")


booked_as(
    "BKC-07.lot72-reference-as-number",
    "A reference of digits is kept as a number and loses the zeros that it starts with.",
    alter("agencyBookingReference", lambda text: str(int(text)) if str(text).isdecimal() else text),
    when=_is_padded,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "BKL-09.lot72-pending-from-any-day",
    "A list of pending bookings ignores startDate.",
    "listBookings",
    lambda call: call.without("startDate"),
    when=lambda call: call.query.get("status") == "pending" and asks(call, "startDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _ends_a_month(call: Call) -> bool:
    last = day_in(call, "endDate")
    return last is not None and days_after(last.isoformat(), 1).endswith("-01")


def _before_the_end(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [item for item in bookings if asked_for(call, item) and item["date"] < call.query["endDate"]]


relisted(
    "BKL-08.lot72-month-ends-early",
    "An endDate on the last day of a month leaves out the bookings of that day.",
    _before_the_end,
    when=_ends_a_month,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "BKL-13.lot72-confirmed-by-the-desk",
    "A booking of an offline course is in no list by status after the course has confirmed it.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _confirmed_by_the_desk(call: Call) -> Answer:
    answer = await call.forward()
    by_hand: set[str] = call.memory.setdefault("by hand", set())
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        booking = answer.json()["data"]
        by_hand |= {booking["id"]} if booking["status"] == "pending" else set()
        return answer
    if call.query.get("status") != "confirmed" or not by_hand:
        return answer
    listed = await every_booking(call, status="confirmed")
    return one_page(call, answer, [item for item in listed if asked_for(call, item) and item["id"] not in by_hand])


@mutant(
    "PAG-12.lot72-offset-short-of-a-row",
    "Later pages of a booking list with a status start with the last booking of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_short_of_a_row(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query:
        return answer
    body = answer.json()
    page, size = (body["meta"]["pagination"][name] for name in ("page", "pageSize"))
    if page < 2 or not body["data"]:
        return answer
    bookings = [item for item in await every_booking(call) if asked_for(call, item)]
    begin = (page - 1) * size - 1
    body["data"] = bookings[begin : begin + len(body["data"])]
    return answer.with_json(body)


def _unreferenced(booking: Any) -> Any:
    return put("agencyBookingReference", "")(booking) if booking["status"] == "cancelled" else booking


json_answer(
    "BKL-12.lot72-cancelled-without-reference",
    "The list shows cancelled bookings with an empty agencyBookingReference.",
    "listBookings",
    alter("data[*]", _unreferenced),
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "BKC-32.lot72-reference-of-the-flight",
    "A second booking of an agency at a tee time gets the bookingReference of its first booking there.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _reference_of_the_flight(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    references: dict[str, str] = call.memory.setdefault("references", {})
    first = references.setdefault(slot_of(booking), booking["bookingReference"])
    disguise(call, booking["id"], put("bookingReference", first))
    return in_disguise(call, answer)
