"""Blind faults of the twelfth lot: bookings and their list."""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby

from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    relisted,
    shown,
)
from tests.mutants.parts.pretending import body_of, moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LAST_OF_THREE_BYTES = "\uffff"


def _an_hour_later(text: str) -> str:
    return f"{moment_of(text) + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"


json_answer(
    "BKX-05.lot12-local-clock",
    "cancellationDate is the local time of central Europe under the name of UTC.",
    "cancelBooking getBooking",
    alter("data.cancellationDate", _an_hour_later),
    origin=Origin.blind,
)


def _up_to_the_emoji(text: str) -> str:
    return text[: next(at for at, character in enumerate(text) if character > _LAST_OF_THREE_BYTES)]


def _has_emoji(call: Call) -> bool:
    text = body_of(call).get("specialRequests")
    return isinstance(text, str) and max(text, default="") > _LAST_OF_THREE_BYTES


request_change(
    "BKC-08.lot12-cut-at-the-emoji",
    "specialRequests end before the first character that takes four bytes.",
    "createBooking updateBooking",
    lambda call: call.with_json(
        body_of(call) | {"specialRequests": _up_to_the_emoji(body_of(call)["specialRequests"])}
    ),
    when=_has_emoji,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-32.lot12-one-for-the-dossier",
    "A second booking with the same agencyBookingReference gets the bookingReference of the first.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_for_the_dossier(call: Call) -> Answer:
    answer = await shown(call)
    own = body_of(call).get("agencyBookingReference")
    if call.operation != "createBooking" or not answer.ok or not own:
        return answer
    booking = answer.json()["data"]
    issued: dict[str, str] = call.memory.setdefault("issued", {})
    if issued.setdefault(own, booking["bookingReference"]) != booking["bookingReference"]:
        disguise(call, booking["id"], put("bookingReference", issued[own]))
    return in_disguise(call, answer)


@mutant(
    "BKL-12.lot12-confirmation-unseen",
    "The list shows a booking as pending after the course confirmed it, until the agency changes it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _unseen(call: Call) -> Answer:
    answer = await call.forward()
    pending: set[str] = call.memory.setdefault("pending", set())
    if not answer.ok:
        return answer
    if call.operation != "listBookings":
        booking = answer.json()["data"]
        if call.operation == "createBooking" and booking["status"] == "pending":
            pending.add(booking["id"])
        elif call.operation in ("updateBooking", "cancelBooking"):
            pending.discard(booking["id"])
        return answer
    if not pending:
        return answer
    kept = await every_booking(call)
    found = [_as_indexed(booking, pending) for booking in kept]
    if found == kept:
        return answer
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


def _as_indexed(booking: Booking, pending: set[str]) -> Booking:
    late = booking["id"] in pending and booking["status"] == "confirmed"
    return booking | {"status": "pending"} if late else booking


def _in_no_sure_order(call: Call, bookings: list[Booking]) -> list[Booking]:
    wanted = [booking for booking in bookings if asked_for(call, booking)]
    found: list[Booking] = []
    for _, together in groupby(wanted, key=lambda booking: booking["createdAt"]):
        found += reversed(list(together))
    return found


relisted(
    "PAG-12.lot12-ties-in-no-order",
    "Bookings of the same second stand in another order on every second page of the list.",
    _in_no_sure_order,
    when=lambda call: call.query.get("page", "1") in ("2", "4", "6", "8"),
    hidden="a later page",
    origin=Origin.blind,
)
