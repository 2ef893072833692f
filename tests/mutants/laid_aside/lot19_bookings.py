"""Blind faults of bookings and of the booking list."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.mutants.laid_aside.common import aside, overlaid, overlays
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.page_swaps import page_number
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    all_bookings,
    body_of,
    data_of,
    filters_of,
    memory_of_world,
    paged,
    pretend,
    slot_of,
    true_booking,
)
from tests.mutants.parts.pretending import overlaid as pretended
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_LOCK = "BKC-01.lot19-locked-tee-sheet"
_LOCKED_SECONDS = 0.2
_STEP, _REFERENCES = 7919, 900000


# A plain fault.
@mutant(
    "BKL-02.lot19-one-serializer",
    "The booking list is written like a single booking, with the lead player.",
    "listBookings",
    origin=Origin.blind,
)
async def _one_serializer(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    bookings = await asyncio.gather(*(true_booking(aside(call), item["id"]) for item in body["data"]))
    for item, booking in zip(body["data"], bookings, strict=True):
        item["leadPlayer"] = booking.get("leadPlayer", {})
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    "BKC-33.lot19-created-when-held",
    "createdAt of a booking that completes a hold is the time at which the hold was made.",
    f"{EVERY_BOOKING} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _created_when_held(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        held[answer.json()["holdId"]] = f"{await world_time(call):{_TIMESTAMP}}"
        return answer
    at = held.get(str(body_of(call).get("holdId")))
    if call.operation == "createBooking" and at is not None:
        pretend(call, data_of(answer)["id"], createdAt=at)
    return pretended(call, answer)


@mutant(
    "BKC-32.lot19-counter-per-agency",
    "Every agency has its own counter of booking references, so that two agencies get the same one.",
    EVERY_BOOKING,
    hidden="another agency",
    origin=Origin.blind,
)
async def _counter_per_agency(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "createBooking" and data_of(answer)["id"] not in overlays(call):
        call.memory["count"] = call.memory.get("count", 0) + 1
        reference = f"TS-{call.memory['count'] * _STEP % _REFERENCES:06}"
        overlays(call)[data_of(answer)["id"]] = {"bookingReference": reference}
    return overlaid(call, answer)


@mutant(
    "PAG-12.lot19-pages-by-second",
    "A later page begins after the second of the last booking before it: others of that second are on no page.",
    "listBookings",
    hidden="a later page",
    origin=Origin.blind,
)
async def _pages_by_second(call: Call) -> Answer:
    answer = await call.forward()
    page = page_number(call)
    if not answer.ok or page < 2:
        return answer
    before = await call.asking(page=page - 1).forward()
    if not before.ok or not before.json()["data"]:
        return answer
    last = before.json()["data"][-1]["createdAt"]
    body = answer.json()
    return answer.with_json(body | {"data": [item for item in body["data"] if item["createdAt"] != last]})


@mutant(
    "BKL-13.lot19-declined-in-no-list",
    "A booking that the course declined is cancelled, and in the list of no status.",
    "createBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _declined_in_no_list(call: Call) -> Answer:
    asked: set[str] = call.memory.setdefault("asked", set())
    answer = await call.forward()
    if call.operation == "createBooking" and data_of(answer).get("status") == "pending":
        asked.add(data_of(answer)["id"])
    if call.operation == "cancelBooking" and answer.ok:
        asked.discard(call.path_params["id"])
    if call.operation != "listBookings" or not answer.ok or call.query.get("status") != "cancelled":
        return answer
    items: list[Any] = await all_bookings(aside(call), **filters_of(call))
    declined = [item["id"] for item in items if item["id"] in asked]
    return paged(answer, [item for item in items if item["id"] not in declined]) if declined else answer


@mutant(
    _LOCK,
    "A booking on an online course waits as pending when another one of that day is written at the same moment.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _locked_tee_sheet(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    locks, sheet = memory_of_world(call, _LOCK), slot_of(body_of(call)).rpartition("|")[0]
    ahead = locks.get(sheet, 0)
    locks[sheet] = ahead + 1
    try:
        await asyncio.sleep(_LOCKED_SECONDS)
        answer = await shown(call)
    finally:
        locks[sheet] -= 1
    if not ahead or data_of(answer).get("status") != "confirmed":
        return answer
    disguise(call, data_of(answer)["id"], _waiting)
    return in_disguise(call, answer)


def _waiting(booking: Any) -> Any:
    """The booking as pending where it is confirmed."""
    return booking | ({"status": "pending"} if booking["status"] == "confirmed" else {})
