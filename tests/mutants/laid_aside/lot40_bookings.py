"""Blind faults of the fortieth lot: bookings."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

from tests.mutants.laid_aside.common import aside, booking_of, is_online
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import date_in
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, every_booking, in_disguise, shown
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import data_of, give_credit, memory_of_world, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_TWICE = "INV-02.lot40-cancelled-twice"


@mutant(
    "BKC-08.lot40-one-line-for-the-office",
    "An offline booking keeps its special requests with blanks in place of the line breaks.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _one_line(call: Call) -> Answer:
    body = sent(call)
    text = body.get("specialRequests")
    if not isinstance(text, str) or "\n" not in text or await is_online(call, body.get("courseId")) is not False:
        return await call.forward()
    return await call.with_json(body | {"specialRequests": text.replace("\n", " ")}).forward()


@mutant(
    "BKC-32.lot40-reference-of-a-cancelled-one",
    "A booking at the tee time of a cancelled booking of the agency gets the reference of the cancelled one.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _old_reference(call: Call) -> Answer:
    answer = await shown(call)
    references: dict[str, str] = call.memory.setdefault("references", {})
    if call.operation == "cancelBooking" and answer.ok:
        booking = await booking_of(call)
        if booking:
            references[slot_of(booking)] = answer.json()["data"]["bookingReference"]
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = data_of(answer)
    old = references.pop(slot_of(booking), None)
    if old is None:
        return answer
    disguise(call, booking["id"], put("bookingReference", old))
    return in_disguise(call, answer)


def _waits(booking: Booking) -> Booking:
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "BKC-01.lot40-four-at-short-notice",
    "An online booking of four players for today or tomorrow stays pending.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _short_notice(call: Call) -> Answer:
    answer = await shown(call)
    booking = data_of(answer) if call.operation == "createBooking" else {}
    if booking.get("players") != 4 or booking["status"] != "confirmed":
        return answer
    day = date_in(booking["date"])
    if day is None or day > (await world_time(call)).date() + timedelta(days=1):
        return answer
    disguise(call, booking["id"], _waits)
    return in_disguise(call, answer)


json_answer(
    "BKG-02.lot40-forgotten-lead-player",
    "A read of a cancelled booking has no lead player.",
    "getBooking",
    where(lambda body: body["data"]["status"] == "cancelled", drop("data.leadPlayer")),
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    _TWICE,
    "Each repeated cancellation of a booking lets its tee time take that many more players than it has places.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_twice(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if answer.ok and before.get("status") == "cancelled":
        give_credit(call, _TWICE, slot_of(before), int(before["players"]))
    if call.operation != "createBooking" or code_of(answer) != FULL:
        return answer
    body = sent(call)
    slot, players = slot_of(body), int(body["players"])
    credit = memory_of_world(call, _TWICE).get(slot, 0)
    missing = players - await places_free(aside(call), tee_time_of(body)) if credit else 0
    if not 0 < missing <= credit:
        return answer
    with suppress(LookupError):
        booked = await overbooked(call)
        if booked.ok:
            give_credit(call, _TWICE, slot, -missing)
            return booked
    return answer


@mutant(
    "BST-02.lot40-all-of-the-day",
    "A cancellation at an offline course also cancels the other pending bookings of the agency there on that day.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _all_of_the_day(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await shown(call)
    if not answer.ok or not before or before["status"] == "cancelled":
        return answer
    course = before["course"]["id"]
    if await is_online(call, course) is not False:
        return answer
    for other in await every_booking(aside(call), startDate=before["date"], endDate=before["date"]):
        if other["course"]["id"] == course and other["status"] == "pending" and other["id"] != before["id"]:
            disguise(call, other["id"], put("status", "cancelled"))
    return answer
