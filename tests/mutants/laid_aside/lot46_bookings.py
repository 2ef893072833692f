"""Blind faults of the forty-sixth lot: creation of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import take_places
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _as_number(reference: Any) -> Any:
    return str(int(reference)) if isinstance(reference, str) and reference.isdecimal() else reference


json_answer(
    "BKC-07.lot46-leading-zeros-lost",
    "A reference of the agency that consists of digits loses its leading zeros.",
    BOOKING_OPERATIONS,
    in_turn(
        alter("data.agencyBookingReference", _as_number),
        alter("data[*].agencyBookingReference", _as_number),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-08.lot46-first-line-alone",
    "A booking on an offline course keeps only the first line of special requests of several lines.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _first_line(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    text = str(booking.get("specialRequests") or "")
    if booking["status"] != "pending" or "\n" not in text.strip():
        return answer
    kept = text.strip().splitlines()[0]
    disguise(call, booking["id"], alter("specialRequests", lambda now: kept if now == text else now))
    return in_disguise(call, answer)


async def _has_own_booking(call: Call, body: dict[str, Any]) -> bool:
    course_id, day, time = tee_time_of(body)
    wanted = {"date": day, "teeTime": time, "status": "confirmed"}
    return any(
        booking["course"]["id"] == course_id and all(booking[name] == value for name, value in wanted.items())
        for booking in await every_booking(call, status="confirmed", startDate=day, endDate=day)
    )


@mutant(
    "BKC-25.lot46-a-player-more-beside-own-party",
    "An agency that has a booking at a tee time can book there for a player more than places are free.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_own_party(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or code_of(answer) != FULL or "holdId" in sent(call):
        return answer
    body = sent(call)
    free = await places_free(call, tee_time_of(body))
    if free == 0 or body["players"] != free + 1 or not await _has_own_booking(call, body):
        return answer
    await take_places(call, body, free)
    return await overbooked(call)


_NOT_LISTED = "from hooks"


@mutant(
    "BKL-13.lot46-bookings-from-hooks-not-by-status",
    "A list by status leaves out the bookings that were booking hooks before.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _not_by_status(call: Call) -> Answer:
    answer = await call.forward()
    from_hooks: set[str] = call.memory.setdefault(_NOT_LISTED, set())
    if call.operation == "confirmBookingHook" and answer.ok:
        from_hooks.add(answer.json()["data"]["id"])
    if call.operation != "listBookings" or not answer.ok or not call.query.get("status") or not from_hooks:
        return answer
    kept = [booking for booking in await every_booking(call) if booking["id"] not in from_hooks]
    return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])
