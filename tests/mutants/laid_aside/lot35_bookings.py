"""Blind faults of bookings: their time, their reference, and the answers of offline courses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.pretending import all_bookings, data_of, memory_of_world, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_SAME_REFERENCE = "BKC-32.lot35-at-once"
_CROWD = Crowd()
_AT_ONCE_SECONDS = 1.0
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


async def _reshown(call: Call, answer: Answer, edit: Callable[[Booking], Booking]) -> Answer:
    """An answer to a read or a list with the bookings as *edit* makes them."""
    if call.operation != "listBookings":
        return answer.with_json({"data": edit(answer.json()["data"])})
    found = [edit(booking) for booking in await every_booking(call)]
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "BKC-33.lot35-time-of-the-hold",
    "A booking from a hold was created, as it says, when the hold was made.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _time_of_the_hold(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = f"{await world_time(call):{_TIMESTAMP}}"
        return answer
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    made = held.get(str(sent(call).get("holdId")))
    if made is None:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", made))
    return in_disguise(call, answer)


@mutant(
    _SAME_REFERENCE,
    "Two bookings that are created at the same moment have the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _same_reference(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _CROWD.at(world_of(call), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] < 2:
            return answer
        issued = memory_of_world(call, _SAME_REFERENCE)
        if time.monotonic() - issued.get("at", 0.0) > _AT_ONCE_SECONDS:
            issued |= {"at": time.monotonic(), "reference": data_of(answer)["bookingReference"]}
            return answer
        disguise(call, data_of(answer)["id"], put("bookingReference", issued["reference"]))
        return in_disguise(call, answer)


async def _declining_courses(call: Call) -> set[str]:
    """The courses that declined a booking of the agency."""
    known: dict[str, Any] = call.memory.setdefault("declined", {})
    for booking in await all_bookings(aside(call), status="cancelled"):
        if booking["id"] not in known:
            whole = await true_booking(aside(call), booking["id"])
            known[booking["id"]] = booking["course"]["id"] if "cancellationReason" in whole else None
    return {course_id for course_id in known.values() if course_id is not None}


@mutant(
    "BST-02.lot35-doubts-after-a-refusal",
    "When an offline course declines a booking, a confirmed booking of the agency there is pending again.",
    "getBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _doubts_after_a_refusal(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    seen: dict[str, bool] = call.memory.setdefault("seen", {})
    declining = await _declining_courses(call)

    def edit(booking: Booking) -> Booking:
        if booking["status"] != "confirmed":
            return booking
        if booking["course"]["id"] not in declining:
            seen[booking["id"]] = True
            return booking
        return booking | {"status": "pending"} if booking["id"] in seen else booking

    reshown = await _reshown(call, answer, edit)
    return reshown if declining else answer


@mutant(
    "BST-01.lot35-changed-while-it-waits",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    "updateBooking getBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_it_waits(call: Call) -> Answer:
    changed: dict[str, bool] = call.memory.setdefault("changed", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking" and data_of(answer)["status"] == "pending":
        changed[call.path_params["id"]] = True

    def edit(booking: Booking) -> Booking:
        waits = booking["id"] in changed and booking["status"] == "confirmed"
        return booking | {"status": "pending"} if waits else booking

    return await _reshown(call, answer, edit) if changed else answer
