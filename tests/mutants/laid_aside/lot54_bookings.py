"""Blind faults of the fifty-fourth lot: bookings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import filters_of, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change


def _has_lines(call: Call) -> bool:
    return "\n" in str(sent(call).get("specialRequests", ""))


def _first_line(call: Call) -> Call:
    body = sent(call)
    return call.with_json(body | {"specialRequests": str(body["specialRequests"]).splitlines()[0]})


request_change(
    "BKC-08.lot54-first-line-only",
    "Of special requests with several lines the service keeps the first line only.",
    "createBooking",
    _first_line,
    when=_has_lines,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-32.lot54-reference-of-the-cancelled",
    "A booking gets the bookingReference of the cancelled booking that the agency had at this tee time before under "
    "the same agencyBookingReference.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def reference_of_the_cancelled(call: Call) -> Answer:
    cancelled: dict[Any, str] = call.memory.setdefault("cancelled", {})
    if call.operation == "cancelBooking":
        before = await booking_now(call)
        answer = await shown(call)
        if answer.ok and before.get("agencyBookingReference"):
            cancelled[slot_of(before), before["agencyBookingReference"]] = answer.json()["data"]["bookingReference"]
        return answer
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    reference = cancelled.get((slot_of(booking), booking.get("agencyBookingReference")))
    if reference is None:
        return answer
    disguise(call, booking["id"], put("bookingReference", reference))
    return in_disguise(call, answer)


@mutant(
    "PAG-12.lot54-same-second-skipped",
    "The next page of the booking list begins after the second in which the last booking of the page was made, so "
    "that further bookings of this second are on no page.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def same_second_skipped(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["meta"]["pagination"]["page"] == 1:
        return answer
    body = answer.json()
    pagination = body["meta"]["pagination"]
    left = await every_booking(call, **filters_of(call))
    for _ in range(pagination["page"] - 1):
        last = left[: pagination["pageSize"]][-1:]
        if not last:
            break
        left = [booking for booking in left if booking["createdAt"] < last[0]["createdAt"]]
    return answer.with_json(body | {"data": left[: pagination["pageSize"]]})


def _before_the_end(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]]


relisted(
    "BKL-08.lot54-end-excluded-with-status",
    "A booking list with a status leaves out the bookings on the endDate itself.",
    _before_the_end,
    when=lambda call: "status" in call.query and "endDate" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
