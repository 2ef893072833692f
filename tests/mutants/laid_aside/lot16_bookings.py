"""Blind faults of new bookings and of the list of bookings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from html import escape
from typing import Any

from tests.mutants.laid_aside.common import is_online
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    book_in_disguise,
    booked_as,
    relisted,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import as_asked, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_SHORT_PAGE = 10
_EVENING = "16:00"
_DAYS_AHEAD = 20

# A plain fault.
request_change(
    "PAG-04.lot16-ten-bookings",
    "A list of bookings without a page size has pages of ten.",
    "listBookings",
    lambda call: call.asking(pageSize=_SHORT_PAGE),
    when=lambda call: "pageSize" not in call.query,
    origin=Origin.blind,
)


# Faults under a condition.
def _is_markup(body: dict[str, Any]) -> bool:
    text = body.get("specialRequests")
    return isinstance(text, str) and any(sign in text for sign in "&<>")


booked_as(
    "BKC-08.lot16-escaped-for-a-page",
    "Special requests with &, < or > are kept as they are written in HTML.",
    alter("specialRequests", lambda text: escape(text, quote=False)),
    when=_is_markup,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-26.lot16-yesterday-by-hand",
    "A booking for a past date is accepted at an offline course.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _yesterday_by_hand(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or code_of(answer) != "date_in_past":
        return answer
    body = sent(call)
    if await is_online(call, body.get("courseId")) is not False:
        return answer
    later = str(await today(call) + timedelta(days=_DAYS_AHEAD))
    booked = await book_in_disguise(call, body | {"date": later}, await as_asked(call, body))
    return booked if booked.ok else answer


def _with_evenings_before(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    """The bookings of the filters, and those of the evening before startDate."""
    status, first = call.query.get("status"), call.query.get("startDate", "")
    for booking in bookings:
        is_evening_before = booking["teeTime"] >= _EVENING and days_after(booking["date"], 1) == first
        if asked_for(call, booking) or (is_evening_before and status in (None, booking["status"])):
            yield booking


relisted(
    "BKL-05.lot16-evening-before",
    "A list from a date has the bookings from 16:00 on the day before it too.",
    _with_evenings_before,
    when=lambda call: bool(call.query.get("startDate")),
    hidden="some values",
    origin=Origin.blind,
)


def _of_no_rows(body: Any) -> Any:
    if body["data"]:
        return body
    return put("meta.pagination.totalItems", 0)(put("meta.pagination.totalPages", 0)(body))


json_answer(
    "PAG-13.lot16-beyond-the-end",
    "A page of bookings after the last one has totals of zero.",
    "listBookings",
    _of_no_rows,
    when=lambda call: page_number(call) > 1,
    hidden="a later page",
    origin=Origin.blind,
)
