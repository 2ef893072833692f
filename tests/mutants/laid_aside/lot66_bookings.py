"""Blind faults of the sixty-sixth lot: bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.mending import is_date
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant, request_change

relisted(
    "BKL-08.lot66-last-day-left-out",
    "The list of bookings until a date leaves out the bookings on that date.",
    lambda call, bookings: [
        item for item in bookings if asked_for(call, item) and item["date"] < call.query["endDate"]
    ],
    when=lambda call: is_date(call.query.get("endDate", "")),
    origin=Origin.blind,
)

request_change(
    "BKC-08.lot66-lines-joined",
    "Special requests of several lines are kept as a single line.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": " ".join(sent(call)["specialRequests"].split("\n"))}),
    when=lambda call: isinstance(text := sent(call).get("specialRequests"), str) and "\n" in text,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "BKL-09.lot66-every-status-of-a-day",
    "A list of the bookings of a single day forgets the filter by status.",
    "listBookings",
    lambda call: call.without("status"),
    when=lambda call: (
        "status" in call.query
        and is_date(call.query.get("startDate", ""))
        and call.query["startDate"] == call.query.get("endDate")
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKC-02.lot66-regulars-are-not-asked",
    "A booking without special requests is confirmed at once at an offline course that confirmed another before.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _regulars_are_not_asked(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or sent(call).get("specialRequests"):
        return answer
    booking = answer.json()["data"]
    if booking["status"] != "pending":
        return answer
    confirmed = await every_booking(aside(call), status="confirmed")
    if not any(earlier["course"]["id"] == booking["course"]["id"] for earlier in confirmed):
        return answer
    disguise(call, booking["id"], alter("status", lambda status: "confirmed" if status == "pending" else status))
    return in_disguise(call, answer)
