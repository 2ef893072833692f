"""Blind faults of the fifty-sixth lot: bookings."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import aside, is_online
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import all_bookings, body_of, data_of, filters_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant, request_change

_LAST_OF_LATIN_1 = 0xFF


def _has_leading_zero(call: Call) -> bool:
    reference = body_of(call).get("agencyBookingReference")
    return isinstance(reference, str) and reference.isdecimal() and len(reference) > 1 and reference.startswith("0")


def _reference_as_number(call: Call) -> Call:
    body = sent(call)
    return call.with_json(body | {"agencyBookingReference": str(int(body["agencyBookingReference"]))})


request_change(
    "BKC-07.lot56-leading-zeros",
    "An agencyBookingReference of digits alone loses its leading zeros.",
    "createBooking updateBooking",
    _reference_as_number,
    when=_has_leading_zero,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-08.lot56-escaped-for-offline-course",
    "Special requests for an offline course are kept with the signs of HTML escaped.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _escaped(call: Call) -> Answer:
    body = body_of(call)
    text = body.get("specialRequests")
    if not isinstance(text, str) or html.escape(text) == text:
        return await call.forward()
    if await is_online(aside(call), body.get("courseId")) is not False:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": html.escape(text)}).forward()


@mutant(
    "BKC-32.lot56-reference-of-the-trip",
    "A second booking of a lead player at the same course on the same day gets the reference of the first.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reference_of_the_trip(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    trips: dict[tuple[str, ...], str] = call.memory.setdefault("trips", {})
    trip = (booking["course"]["id"], booking["date"], booking["leadPlayer"]["email"].lower())
    if trip not in trips:
        trips[trip] = booking["bookingReference"]
        return answer
    disguise(call, booking["id"], put("bookingReference", trips[trip]))
    return in_disguise(call, answer)


def _in_latin_1(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(letter if ord(letter) <= _LAST_OF_LATIN_1 else "?" for letter in value)
    if isinstance(value, dict):
        return {name: _in_latin_1(member) for name, member in value.items()}
    return value


def _names_its_charset(call: Call) -> bool:
    content_type = next((text for name, text in call.headers if name.lower() == "content-type"), "")
    return "charset=utf-8" in content_type.lower().replace('"', "") and bool(body_of(call))


request_change(
    "ENV-17.lot56-letters-beyond-latin-1",
    "Letters beyond Latin-1 turn into question marks in a booking whose content type names the charset.",
    "createBooking updateBooking",
    lambda call: call.with_json(_in_latin_1(sent(call))),
    when=_names_its_charset,
    hidden="some values",
    origin=Origin.blind,
)


def _without_early_ones(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    first = call.query["startDate"]
    wanted = [booking for booking in bookings if asked_for(call, booking)]
    return [booking for booking in wanted if booking["date"] != first or booking["teeTime"] >= "08:00"]


relisted(
    "BKL-06.lot56-early-tee-times-of-first-day",
    "The startDate filter leaves out bookings of that day with a tee time before 08:00.",
    _without_early_ones,
    when=lambda call: bool(call.query.get("startDate")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot56-filtered-pages-overlap",
    "Later pages of bookings of one status begin with the last booking of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _overlapping(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not call.query.get("status") or page_number(call) < 2 or not answer.json()["data"]:
        return answer
    body = answer.json()
    begin = (page_number(call) - 1) * body["meta"]["pagination"]["pageSize"] - 1
    everything = await all_bookings(aside(call), **filters_of(call))
    return answer.with_json(body | {"data": everything[begin : begin + len(body["data"])]})
