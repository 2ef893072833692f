"""Blind faults of the seventh lot: lists of bookings."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page, relisted
from tests.mutants.parts.histories import booking_now
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_RESOLUTION_SECONDS = 1.0
_LISTED = ("players", "agencyBookingReference")


def _before_the_last_day(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] < call.query.get("endDate", "")
    ]


relisted(
    "BKL-08.lot7-between",
    "A list with both dates leaves out the bookings on endDate.",
    _before_the_last_day,
    when=lambda call: asks(call, "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-04.lot7-index-behind-the-course",
    "The filter by status takes a booking for pending that the course has confirmed.",
    "createBooking updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _index_behind_the_course(call: Call) -> Answer:
    pending: set[str] = call.memory.setdefault("pending", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "listBookings":
        booking = answer.json()["data"]
        (pending.add if booking["status"] == "pending" else pending.discard)(booking["id"])
        return answer
    if call.query.get("status") not in ("pending", "confirmed"):
        return answer

    def indexed(booking: Booking) -> Booking:
        is_behind = booking["id"] in pending and booking["status"] == "confirmed"
        return booking | {"status": "pending"} if is_behind else booking

    found = [booking for booking in await every_booking(call) if asked_for(call, indexed(booking))]
    return one_page(call, answer, found)


@mutant(
    "BKL-12.lot7-twice-in-a-second",
    "The list does not show a change that follows another change of the booking within a second.",
    "updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _twice_in_a_second(call: Call) -> Answer:
    changed_at: dict[str, float] = call.memory.setdefault("changed at", {})
    stale: dict[str, Booking] = call.memory.setdefault("stale", {})
    if call.operation == "listBookings":
        answer = await call.forward()
        return _with_stale_items(answer, stale) if answer.ok and stale else answer
    before = await booking_now(aside(call))
    answer = await call.forward()
    if not answer.ok:
        return answer
    now, booking_id = time.monotonic(), answer.json()["data"]["id"]
    is_soon = now - changed_at.get(booking_id, 0.0) < _RESOLUTION_SECONDS
    if call.operation == "updateBooking" and is_soon:
        stale.setdefault(booking_id, before)
    else:
        stale.pop(booking_id, None)
        changed_at[booking_id] = now
    return answer


def _with_stale_items(answer: Answer, stale: dict[str, Booking]) -> Answer:
    def listed(booking: dict[str, Any]) -> dict[str, Any]:
        if booking["id"] not in stale:
            return booking
        kept = {name: value for name, value in booking.items() if name not in _LISTED}
        return kept | {name: stale[booking["id"]][name] for name in _LISTED if name in stale[booking["id"]]}

    body = answer.json()
    return answer.with_json(body | {"data": [listed(booking) for booking in body["data"]]})
