"""Blind faults of the seventh lot: new bookings."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant, request_change

_TAG = re.compile(r"<[^<>]*>")
_SHORT_NOTICE = timedelta(hours=24)
_HOLD = timedelta(minutes=15)
_TOGETHER_SECONDS = 0.5


request_change(
    "BKC-08.lot7-tags-removed",
    "Text between angle brackets is missing in specialRequests.",
    "createBooking updateBooking",
    lambda call: call.with_json(sent(call) | {"specialRequests": _TAG.sub("", sent(call)["specialRequests"])}),
    when=lambda call: isinstance(sent(call).get("specialRequests"), str),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-01.lot7-short-notice",
    "A booking at an online course is pending when its tee time is less than a day away.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _short_notice(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}:00+00:00")
    if tee_time - await world_time(call) >= _SHORT_NOTICE:
        return answer
    disguise(call, booking["id"], where(lambda kept: kept["status"] == "confirmed", put("status", "pending")))
    return in_disguise(call, answer)


@mutant(
    "BKC-33.lot7-created-with-its-hold",
    "createdAt of a booking that completes a hold is the moment of the hold.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _created_with_its_hold(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            hold: dict[str, Any] = answer.json()
            created = datetime.fromisoformat(hold["holdExpiration"]) - _HOLD
            held[hold["holdId"]] = f"{created:%Y-%m-%dT%H:%M:%SZ}"
        return answer
    answer = await shown(call)
    hold_id = str(sent(call).get("holdId", ""))
    if call.operation != "createBooking" or not answer.ok or hold_id not in held:
        return answer
    disguise(call, answer.json()["data"]["id"], put("createdAt", held[hold_id]))
    return in_disguise(call, answer)


_CROWD = Crowd()


@mutant(
    "BKC-32.lot7-one-reference-for-two",
    "Bookings that are created at the same moment get the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _one_reference_for_two(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _CROWD.at(world_of(call), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] == 1:
            return answer
        booking = answer.json()["data"]
        issued = memory_of_world(call, "lot7-one-reference-for-two")
        if time.monotonic() - issued.get("at", 0.0) > _TOGETHER_SECONDS:
            issued.update(at=time.monotonic(), reference=booking["bookingReference"])
        disguise(call, booking["id"], put("bookingReference", issued["reference"]))
        return in_disguise(call, answer)
