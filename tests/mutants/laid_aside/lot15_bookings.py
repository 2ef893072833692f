"""Faults of creating, listing and cancelling bookings, written blind."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.mutants.laid_aside.common import course_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    booked_as,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.histories import booking_now, changes_by_booking, note_change, place_of
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CREDITS = WorldMemory()
_ON_GREENWICH_TIME = frozenset(["GB", "IE", "PT"])


def _as_a_number(reference: str) -> str:
    return str(int(reference)) if reference.isascii() and reference.isdigit() else reference


booked_as(
    "BKC-07.lot15-reference-as-a-number",
    "An agencyBookingReference of digits alone loses its leading zeros.",
    alter("agencyBookingReference", _as_a_number),
    when=lambda body: str(body.get("agencyBookingReference", "")).startswith("0"),
    hidden="some values",
    origin=Origin.blind,
)


def _no_longer_pending(booking: Booking) -> Booking:
    return booking | {"status": "confirmed"} if booking.get("status") == "pending" else booking


@mutant(
    "BKC-02.lot15-trusted-agency",
    "A booking at an offline course is confirmed at once when the course confirmed one of this agency before.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _trusted(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    booking = answer.json()["data"]
    confirmed = await every_booking(call, status="confirmed")
    if all(other["course"]["id"] != booking["course"]["id"] for other in confirmed):
        return answer
    disguise(call, booking["id"], _no_longer_pending)
    return in_disguise(call, answer)


@mutant(
    "INV-02.lot15-second-cancel-gives-places-again",
    "Cancelling a cancelled booking frees its places once more, so that its tee time can be overbooked.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_twice(call: Call) -> Answer:
    freed: Counter[Any] = _CREDITS.of(call).setdefault("places", Counter())
    before = await booking_now(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if answer.ok and before.get("status") == "cancelled":
        freed[place_of(before)] += before["players"]
    if call.operation != "createBooking" or code_of(answer) != FULL:
        return answer
    body = sent(call)
    place = tee_time_of(body)
    lacking = body["players"] - await places_free(call, place)
    if freed[place] < lacking:
        return answer
    freed[place] -= lacking
    return await overbooked(call)


json_answer(
    "BKX-02.lot15-number-of-the-cancellation",
    "The cancel answer has the number of the cancellation as bookingReference.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"{reference}-X"),
    origin=Origin.blind,
)


@mutant(
    "BKX-04.lot15-changed-before-it-was-cancelled",
    "The list of cancelled bookings lacks bookings that were changed before.",
    "listBookings updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_and_cancelled(call: Call) -> Answer:
    answer = await call.forward()
    note_change(call, answer)
    if call.operation != "listBookings" or not answer.ok or call.query.get("status") != "cancelled":
        return answer
    changed = changes_by_booking(call)
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in changed])


@mutant(
    "CNV-04.lot15-time-of-the-course",
    "A cancelled booking that is read has its cancellationDate in the time of the course and not in UTC.",
    "getBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _in_course_time(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json()["data"].get("cancellationDate"):
        return answer
    body = answer.json()
    country = (await course_of(call, body["data"]["course"]["id"])).get("country")
    if country in _ON_GREENWICH_TIME:
        return answer
    zone = ZoneInfo("Europe/Helsinki" if country == "FI" else "Europe/Berlin")
    cancelled = datetime.fromisoformat(body["data"]["cancellationDate"]).astimezone(zone)
    body["data"]["cancellationDate"] = cancelled.isoformat(timespec="seconds")
    return answer.with_json(body)
