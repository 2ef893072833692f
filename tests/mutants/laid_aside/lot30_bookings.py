"""Blind faults of bookings, of their list and of their cancellation."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, one_page, shown
from tests.mutants.parts.pretending import Json, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LAST_OF_THREE_BYTES = 0xFFFF
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


def _stored(text: str) -> str:
    """What a column of characters of three bytes keeps of *text*."""
    return next((text[:i] for i, letter in enumerate(text) if ord(letter) > _LAST_OF_THREE_BYTES), text)


# A plain fault.
json_answer(
    "BKX-05.lot30-midnight-of-the-day",
    "The moment of a cancellation is the midnight at which its day began.",
    "cancelBooking",
    alter("data.cancellationDate", lambda moment: f"{moment[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKC-08.lot30-characters-of-four-bytes",
    "The special requests end before their first emoji.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _characters_of_four_bytes(call: Call) -> Answer:
    answer = await call.forward()
    text = sent(call).get("specialRequests")
    if answer.ok and call.operation in ("createBooking", "updateBooking") and isinstance(text, str):
        members = overlays(call).setdefault(data_of(answer)["id"], {})
        members.pop("specialRequests", None)
        if _stored(text) != text:
            members["specialRequests"] = _stored(text)
    return overlaid(call, answer)


@mutant(
    "BKC-32.lot30-one-reference-per-trip",
    "A second booking of a lead player at the same course and day has the reference of the first.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_reference_per_trip(call: Call) -> Answer:
    trips: dict[Any, str] = call.memory.setdefault("trips", {})
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok:
        booking = data_of(answer)
        trip = (booking["leadPlayer"]["email"], booking["course"]["id"], booking["date"])
        if trip in trips:
            overlays(call)[booking["id"]] = {"bookingReference": trips[trip]}
        trips.setdefault(trip, booking["bookingReference"])
    return overlaid(call, answer)


@mutant(
    "BKL-13.lot30-declined-in-no-list",
    "A booking that the course declined is in the list of no status.",
    "createBooking listBookings cancelBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _declined_in_no_list(call: Call) -> Answer:
    waiting: dict[str, bool] = call.memory.setdefault("waiting", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking" and data_of(answer)["status"] == "pending":
        waiting[data_of(answer)["id"]] = True
    if call.operation == "cancelBooking":
        waiting.pop(call.path_params["id"], None)
    if call.operation != "listBookings" or call.query.get("status") != "cancelled":
        return answer
    filters = {name: value for name, value in call.query.items() if name in ("status", "startDate", "endDate")}
    found = [booking for booking in await every_booking(call, **filters) if booking["id"] not in waiting]
    return one_page(call, answer, found)


@mutant(
    "BKX-06.lot30-counted-in-calendar-days",
    "The cancellation cutoff is counted in calendar days: the day before is enough for 24 hours.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _counted_in_calendar_days(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or answer.status != 409:
        return answer
    booking: Json = await booking_of(call)
    if booking.get("status") != "confirmed":
        return answer
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    days = terms.json()["data"]["bookingTerms"]["selfServiceCancellationCutoffHours"] // 24
    now = await world_time(call)
    if not 1 <= days <= (date.fromisoformat(booking["date"]) - now.date()).days:
        return answer
    disguise(call, booking["id"], put("status", "cancelled"))
    members = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    return terms.with_json({"data": members | {"cancellationDate": f"{now:{_TIMESTAMP}}"}})
