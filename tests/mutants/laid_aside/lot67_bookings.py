"""Blind faults of the sixty-seventh lot: bookings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DEFAULT_SIZE = 20


def _oldest_by_reference(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    oldest = {booking.get("agencyBookingReference") or booking["id"]: booking["id"] for booking in bookings}
    kept = set(oldest.values())
    return [booking for booking in bookings if booking["id"] in kept and asked_for(call, booking)]


relisted(
    "BKL-03.lot67-reference-seen-before",
    "A new booking under an agency reference that an older booking has is not listed.",
    _oldest_by_reference,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "BKG-02.lot67-cancelled-nameless",
    "A read of a cancelled booking has no leadPlayer.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "cancelled", drop("data.leadPlayer")),
    hidden="after another operation",
    origin=Origin.blind,
)


def _cancelled_by_creation(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    last = call.query["endDate"]
    return [item for item in bookings if item["status"] == "cancelled" and item["createdAt"][:10] <= last]


relisted(
    "BKL-07.lot67-cancelled-by-creation",
    "A list of cancelled bookings up to an endDate goes by their day of creation.",
    _cancelled_by_creation,
    when=lambda call: (
        call.query.get("status") == "cancelled" and asks(call, "endDate") and "startDate" not in call.query
    ),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot67-held-party-frozen",
    "The list shows the players that a booking from a hold was created with, whatever it was changed to.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_party_frozen(call: Call) -> Answer:
    answer = await call.forward()
    frozen: dict[str, int] = call.memory.setdefault("frozen", {})
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createBooking":
        if "holdId" in sent(call):
            frozen[body["data"]["id"]] = body["data"]["players"]
        return answer
    items = [item | {"players": frozen.get(item["id"], item["players"])} for item in body["data"]]
    return answer.with_json(body | {"data": items})


@mutant(
    "BKC-08.lot67-first-line-by-mail",
    "A booking of an offline course keeps the first line of its special requests alone.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _first_line_by_mail(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    if booking["status"] != "pending" or "\n" not in booking.get("specialRequests", ""):
        return answer
    disguise(call, booking["id"], alter("specialRequests", lambda text: text.partition("\n")[0].rstrip("\r")))
    return in_disguise(call, answer)


@mutant(
    "PAG-12.lot67-offset-of-twenty",
    "A later page of a list by status begins where it would with twenty bookings a page.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _offset_of_twenty(call: Call) -> Answer:
    answer = await call.forward()
    page, size = page_number(call), call.query.get("pageSize", str(_DEFAULT_SIZE))
    if not answer.ok or page < 2 or not asks(call, "status") or size == str(_DEFAULT_SIZE):
        return answer
    body = answer.json()
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    begin = (page - 1) * _DEFAULT_SIZE
    return answer.with_json(body | {"data": found[begin : begin + body["meta"]["pagination"]["pageSize"]]})


def _madrid_time(stamp: str) -> str:
    return f"{datetime.fromisoformat(stamp) + timedelta(hours=1):%Y-%m-%dT%H:%M:%S}Z"


booked_as(
    "BKC-33.lot67-madrid-called-utc",
    "createdAt is an hour late, a local time that is labelled as UTC.",
    alter("createdAt", _madrid_time),
    origin=Origin.blind,
)
