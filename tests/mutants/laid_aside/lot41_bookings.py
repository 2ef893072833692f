"""Blind faults of the forty-first lot: bookings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    booked_as,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LAST_OF_THREE_BYTES = "\uffff"
_AT_ONCE = timedelta(minutes=1)

json_answer(
    "BKX-02.lot41-reference-as-id",
    "The answer to a cancellation has the booking reference in place of the id.",
    "cancelBooking",
    alter("data", lambda shown_now: shown_now | {"id": shown_now["bookingReference"]}),
    origin=Origin.blind,
)


def _has_four_bytes(text: object) -> bool:
    return isinstance(text, str) and any(letter > _LAST_OF_THREE_BYTES for letter in text)


def _until_four_bytes(text: Any) -> Any:
    if not _has_four_bytes(text):
        return text
    return text[: next(place for place, letter in enumerate(text) if letter > _LAST_OF_THREE_BYTES)]


booked_as(
    "BKC-08.lot41-cut-at-an-emoji",
    "The special requests of a booking end before their first letter of four bytes, such as an emoji.",
    alter("specialRequests", _until_four_bytes),
    when=lambda body: _has_four_bytes(body.get("specialRequests")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-33.lot41-created-when-held",
    "A booking that completes a hold a minute later or more has the time of the hold as createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _created_when_held(call: Call) -> Answer:
    held: dict[str, Any] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = await world_time(call)
        return answer
    answer = await shown(call)
    at = held.get(str(sent(call).get("holdId"))) if call.operation == "createBooking" else None
    if not answer.ok or at is None:
        return answer
    booking = answer.json()["data"]
    if moment_of(booking["createdAt"]) - at < _AT_ONCE:
        return answer
    disguise(call, booking["id"], put("createdAt", f"{at:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)


def _cancelled_by_creation(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    first, last = call.query.get("startDate", ""), call.query.get("endDate", "9999")
    for booking in bookings:
        if booking["status"] == "cancelled" and first <= booking["createdAt"][:10] <= last:
            yield booking


relisted(
    "BKL-09.lot41-cancelled-by-creation",
    "In a list of cancelled bookings, the filters of dates look at the day of creation and not at the booking date.",
    _cancelled_by_creation,
    when=lambda call: call.query.get("status") == "cancelled" and has_dates(call),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PAG-12.lot41-same-day-at-the-page-break",
    "A later page of bookings leaves out those with the same date as the last booking of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _same_day_at_the_page_break(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page <= 1:
        return answer
    before = await call.asking(page=page - 1).forward()
    items = before.json()["data"] if before.ok else []
    if not items:
        return answer
    body = answer.json()
    kept = [booking for booking in body["data"] if booking["date"] != items[-1]["date"]]
    return answer.with_json(body | {"data": kept})
