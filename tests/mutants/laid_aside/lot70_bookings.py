"""Blind faults of the seventieth lot: bookings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import filters_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant, request_change

_LONGEST_NOTE = 60


def _has_leading_zero(booking: dict[str, Any]) -> bool:
    reference = booking.get("agencyBookingReference")
    return isinstance(reference, str) and reference.isdecimal() and len(reference) > 1 and reference.startswith("0")


booked_as(
    "BKC-07.lot70-reference-as-number",
    "The service keeps an agency's reference of digits as a number and loses its leading zeros.",
    alter("agencyBookingReference", lambda text: (text.lstrip("0") or "0") if text.isdecimal() else text),
    when=_has_leading_zero,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot70-pending-since-midnight",
    "A booking on an offline course keeps only the date of its creation and shows midnight as the time.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _since_midnight(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    midnight = alter("createdAt", lambda moment: f"{moment[:10]}T00:00:00Z")
    disguise(call, answer.json()["data"]["id"], midnight)
    return in_disguise(call, answer)


@mutant(
    "BKC-08.lot70-note-cut-by-hold",
    "A booking that completes a hold keeps only the first sixty characters of long special requests.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _cut_note(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or "holdId" not in sent(call):
        return answer
    if len(str(sent(call).get("specialRequests", ""))) <= _LONGEST_NOTE:
        return answer
    disguise(call, answer.json()["data"]["id"], alter("specialRequests", lambda text: text[:_LONGEST_NOTE]))
    return in_disguise(call, answer)


@mutant(
    "BKL-03.lot70-known-status-list",
    "A booking list by status that was read before does not show bookings made since.",
    "listBookings updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _remembered_list(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation != "listBookings":
        call.memory.clear()
        return answer
    status = call.query.get("status")
    if status is None:
        return answer
    everything = await every_booking(call)
    known = call.memory.setdefault(status, {booking["id"] for booking in everything})
    return one_page(call, answer, [kept for kept in everything if kept["id"] in known and asked_for(call, kept)])


@mutant(
    "PAG-12.lot70-pages-overlap",
    "Later pages of a booking list by date begin with the last booking of the page before and so lose the last.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _overlapping(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or page_number(call) < 2 or not has_dates(call) or not answer.json()["data"]:
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    begin = (page_number(call) - 1) * size - 1
    bookings = await every_booking(call, **filters_of(call))
    return answer.with_json(body | {"data": bookings[begin : begin + len(body["data"])]})


def _is_no_integer(value: object) -> bool:
    return isinstance(value, bool | Decimal) or (isinstance(value, str) and value.isdecimal())


request_change(
    "BKC-22.lot70-players-to-integer",
    "The service makes an integer of players: 2.5, true and the text 2 are accepted.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"players": int(sent(call)["players"])}),
    when=lambda call: _is_no_integer(sent(call).get("players")),
    origin=Origin.blind,
)
