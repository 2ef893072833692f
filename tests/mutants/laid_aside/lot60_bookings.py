"""Blind faults of the sixtieth lot: bookings."""

from __future__ import annotations

from datetime import timedelta
from unicodedata import normalize

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.disguises import asked_for, every_booking, relisted
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change


def _has_small_letters(call: Call) -> bool:
    reference = sent(call).get("agencyBookingReference")
    return isinstance(reference, str) and reference != reference.upper()


request_change(
    "BKC-07.lot60-reference-in-capitals",
    "An agencyBookingReference with small letters is kept in capitals.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"agencyBookingReference": sent(call)["agencyBookingReference"].upper()}),
    when=_has_small_letters,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-35.lot60-accents-lost-on-confirmation",
    "A booking that the course has confirmed shows the name of the course without its letters outside ASCII.",
    "createBooking getBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _accents_lost_on_confirmation(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    booking = body["data"]
    waited: set[str] = call.memory.setdefault("waited", set())
    if call.operation == "createBooking" and booking["status"] == "pending":
        waited.add(booking["id"])
    if call.operation == "createBooking" or booking["id"] not in waited or booking["status"] != "confirmed":
        return answer
    booking["course"]["name"] = normalize("NFKD", booking["course"]["name"]).encode("ascii", "ignore").decode()
    return answer.with_json(body)


def _ends_with_the_month(call: Call) -> bool:
    last = day_in(call, "endDate")
    return last is not None and (last + timedelta(days=1)).day == 1


relisted(
    "BKL-08.lot60-last-day-of-the-month",
    "A list with an endDate at the end of a month leaves out the bookings of that day.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]
    ],
    when=_ends_with_the_month,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot60-overlap-with-start-date",
    "With startDate, every later page of the booking list begins with the last booking of the page before.",
    "listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _overlap_with_start_date(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.query.get("startDate") or page_number(call) < 2:
        return answer
    body = answer.json()
    pagination, shown = body["meta"]["pagination"], body["data"]
    found = [booking for booking in await every_booking(aside(call)) if asked_for(call, booking)]
    begin = (pagination["page"] - 1) * pagination["pageSize"] - 1
    body["data"] = found[begin : begin + len(shown)]
    return answer.with_json(body)
