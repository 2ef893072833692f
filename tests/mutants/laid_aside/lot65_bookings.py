"""Blind faults of the sixty-fifth lot: bookings."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.disguises import asked_for, booked_as, relisted
from tests.mutants.parts.histories import Booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant


def _before_the_last_day(call: Call, bookings: list[Booking]) -> list[Booking]:
    last = call.query.get("endDate", "")
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] < last]


relisted(
    "BKL-08.lot65-end-date-left-out",
    "The endDate of a booking list leaves out the bookings of that day.",
    _before_the_last_day,
    when=lambda call: bool(call.query.get("endDate")),
    origin=Origin.blind,
)

booked_as(
    "BKC-07.lot65-reference-cut-at-slash",
    "An agencyBookingReference with a slash is kept up to the slash.",
    alter("agencyBookingReference", lambda reference: str(reference).partition("/")[0]),
    when=lambda body: "/" in str(body.get("agencyBookingReference", "")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot65-list-before-change",
    "The list goes on showing the number of players that a booking had before it was changed.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _list_before_change(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation == "updateBooking":
        before = await booking_of(call) if "players" in sent(call) else {}
        answer = await call.forward()
        if answer.ok and before:
            first.setdefault(before["id"], before["players"])
        return answer
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    body["data"] = [item | {"players": first.get(item["id"], item["players"])} for item in body["data"]]
    return answer.with_json(body)
