"""Blind faults of the thirty-ninth lot: requests that meet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.pretending import memory_of_world, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

# Faults under a condition.
_LOCK = "INV-03.lot39-lock-of-the-agency"
_TOGETHER_SECONDS, _LATER_SECONDS = 0.15, 0.05


@asynccontextmanager
async def _among_agencies(call: Call) -> AsyncIterator[dict[str, Any]]:
    """A moment at a tee time; yields whether another agency was there during it, under ``met``."""
    present: list[dict[str, Any]] = memory_of_world(call, _LOCK).setdefault(str(tee_time_of(sent(call))), [])
    mine = {"key": call.api_key, "met": False}
    for other in present:
        if other["key"] != call.api_key:
            other["met"] = mine["met"] = True
    present.append(mine)
    try:
        await asyncio.sleep(_TOGETHER_SECONDS)
        yield mine
    finally:
        present[:] = [other for other in present if other is not mine]


@mutant(
    _LOCK,
    "Two agencies that book the last places of a tee time at the same moment both get them.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _lock_of_the_agency(call: Call) -> Answer:
    body = sent(call)
    players = whole_number(body.get("players"))
    if call.operation != "createBooking" or body.get("holdId") or not players:
        return await shown(call)
    course_id, day, time = tee_time_of(body)
    free = await places_free(aside(call), (quote(course_id, safe=""), day, time))
    async with _among_agencies(call) as mine:
        answer = await shown(call)
    if code_of(answer) != FULL or not mine["met"] or players > free:
        return answer
    booked = await overbooked(call)
    return booked if booked.ok else answer


_CROWD = Crowd(_TOGETHER_SECONDS)


def _written_back(status: str, booking: Booking) -> Booking:
    if booking.get("status") != "cancelled":
        return booking
    return {name: value for name, value in booking.items() if name != "cancellationDate"} | {"status": status}


@mutant(
    "INV-09.lot39-written-back",
    "A change that meets the cancellation of its booking writes the booking back as it was before.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _written_back_by_a_change(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    booking_id, cancels = call.path_params["id"], call.operation == "cancelBooking"
    before = await booking_of(call)
    async with _CROWD.at((call.api_key, booking_id), call) as met:
        if not cancels:
            return await shown(call)
        # The change has read the booking, and writes all of it when the cancellation is done.
        await asyncio.sleep(_LATER_SECONDS)
        call.memory.get("disguises", {}).pop(booking_id, None)
        answer = await call.forward()
    if answer.ok and met["updateBooking"] and before.get("status") in ("confirmed", "pending"):
        disguise(call, booking_id, lambda booking: _written_back(before["status"], booking))
    return answer
