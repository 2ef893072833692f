"""Blind faults of the fifty-third lot: bookings and their list."""

from __future__ import annotations

import time

from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, every_booking, one_page, shown
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change

_CACHED_SECONDS = 30.0


def _reference(call: Call) -> str:
    return str(sent(call).get("agencyBookingReference", ""))


request_change(
    "BKC-07.lot53-capitals-with-a-hold",
    "A booking that completes a hold has its agencyBookingReference in capital letters.",
    "createBooking",
    lambda call: call.with_json(sent(call) | {"agencyBookingReference": _reference(call).upper()}),
    when=lambda call: "holdId" in sent(call) and _reference(call) != _reference(call).upper(),
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "BKC-25.lot53-one-more-for-a-regular",
    "An agency with a booking at the tee time may book one player more there than places are free.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_more(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    booked: set[tuple[str, str, str]] = call.memory.setdefault("booked", set())
    body = sent(call)
    if answer.ok:
        booked.add(tee_time_of(body))
    if code_of(answer) != FULL or tee_time_of(body) not in booked:
        return answer
    free = await places_free(call, tee_time_of(body))
    return await overbooked(call) if free and body["players"] == free + 1 else answer


@mutant(
    "BKL-03.lot53-cached-period",
    "A list of a period that was read shortly before does not show the bookings made since.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cached_period(call: Call) -> Answer:
    answer = await call.forward()
    made: dict[str, float] = call.memory.setdefault("made", {})
    read: dict[str, float] = call.memory.setdefault("read", {})
    now = time.monotonic()
    if answer.ok and call.operation == "createBooking":
        made[answer.json()["data"]["id"]] = now
    if not answer.ok or call.operation != "listBookings" or not has_dates(call):
        return answer
    since = read.get(call.query_string)
    if since is None or now - since > _CACHED_SECONDS:
        read[call.query_string] = now
        return answer
    kept = [booking for booking in await every_booking(call) if made.get(booking["id"], 0.0) <= since]
    return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])


@mutant(
    "PAG-12.lot53-overlapping-pages",
    "A later page of a booking list by status begins with the last booking of the page before.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _overlapping(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "status" not in call.query or page_number(call) < 2 or not answer.json()["data"]:
        return answer
    body = answer.json()
    size = body["meta"]["pagination"]["pageSize"]
    begin = (page_number(call) - 1) * size - 1
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return answer.with_json(body | {"data": found[begin : begin + size]})
