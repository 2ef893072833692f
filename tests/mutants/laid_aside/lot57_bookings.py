"""Blind faults of the fifty-seventh lot: bookings."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.crowds import Crowd, tee_time_asked
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, mutant

_PLATFORM_DAYS = 400

relisted(
    "BKL-07.lot57-end-by-creation",
    "The filter endDate looks at the day on which a booking was created.",
    lambda call, bookings: [
        booking
        for booking in bookings
        if asked_for(call.without("endDate"), booking) and booking["createdAt"][:10] <= call.query["endDate"]
    ],
    when=lambda call: "endDate" in call.query,
    origin=Origin.blind,
)

relisted(
    "BKL-03.lot57-pending-by-date",
    "A list with a filter of dates lacks the bookings that are pending.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["status"] != "pending"
    ],
    when=has_dates,
    hidden="a combination of parameters",
    origin=Origin.blind,
)

booked_as(
    "BKC-07.lot57-leading-zeros",
    "A reference of the agency that consists of digits loses its leading zeros.",
    alter("agencyBookingReference", lambda text: text.lstrip("0") if text.isdecimal() else text),
    when=lambda body: str(body.get("agencyBookingReference", "")).startswith("0"),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-08.lot57-first-line",
    "At an offline course only the first line of the special requests is kept.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _first_line(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    text = str(sent(call).get("specialRequests", ""))
    if "\n" not in text:
        return answer
    disguise(call, answer.json()["data"]["id"], put("specialRequests", text.partition("\n")[0]))
    return in_disguise(call, answer)


@mutant(
    "BKC-32.lot57-reference-of-the-day",
    "A second booking of the same lead player for the same day gets the reference of the first.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _reference_of_the_day(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    references: dict[Any, str] = call.memory.setdefault("references", {})
    booking = answer.json()["data"]
    party = (booking["leadPlayer"]["email"], booking["date"])
    reference = references.setdefault(party, booking["bookingReference"])
    if reference == booking["bookingReference"]:
        return answer
    disguise(call, booking["id"], put("bookingReference", reference))
    return in_disguise(call, answer)


@mutant(
    "BKC-27.lot57-platform-horizon",
    "A course with a shorter horizon of its own takes bookings up to the horizon of the platform.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _platform_horizon(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or code_of(answer) != "date_too_far":
        return answer
    ahead = date.fromisoformat(sent(call)["date"]) - await today(call)
    return await overbooked(call) if ahead.days <= _PLATFORM_DAYS else answer


@mutant(
    "PAG-12.lot57-same-second",
    "Where a page of bookings ends between two of the same second, the next page begins with the wrong one of them.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _same_second(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2 or not answer.json()["data"]:
        return answer
    body = answer.json()
    before = await call.asking(page=page - 1).forward()
    items = before.json()["data"] if before.ok else []
    if not items or items[-1]["createdAt"] != body["data"][0]["createdAt"]:
        return answer
    body["data"][0] = items[-1]
    return answer.with_json(body)


_tee_times = Crowd()
_of_an_agency = Crowd()


@mutant(
    "INV-03.lot57-two-singles",
    "When several agencies book the last place for a single player at the same moment, all of them get it.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_singles(call: Call) -> Answer:
    if call.operation != "createBooking" or sent(call).get("players") != 1:
        return await shown(call)
    place = tee_time_asked(call)
    async with _tee_times.at(place, call) as everybody, _of_an_agency.at((place, call.api_key), call) as own:
        answer = await shown(call)
        if code_of(answer) != FULL or everybody["createBooking"] <= own["createBooking"]:
            return answer
        return await overbooked(call)
