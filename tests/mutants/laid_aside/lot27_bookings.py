"""Blind faults of bookings: how they come about, and how they are shown."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd, world_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.pretending import data_of, slot_of, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_CROWD = Crowd(FOR_TWO_SECONDS)


@mutant(
    "BKC-33.lot27-time-of-the-hold",
    "A booking that completes a hold has the time of the hold as createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _time_of_the_hold(call: Call) -> Answer:
    held: dict[str, str] = call.memory.setdefault("held", {})
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"
        return answer
    answer = await shown(call)
    at = held.get(str(sent(call).get("holdId")))
    if call.operation != "createBooking" or not answer.ok or at is None:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", at))
    return in_disguise(call, answer)


@mutant(
    "BKC-32.lot27-reference-of-a-parallel-one",
    "Two bookings of an agency that are created at the same moment get the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _reference_of_a_parallel_one(call: Call) -> Answer:
    if call.operation != "createBooking":
        return await shown(call)
    async with _CROWD.at((world_of(call), call.api_key), call) as met:
        answer = await shown(call)
        if not answer.ok or met["createBooking"] == 1:
            return answer
        at, reference = call.memory.get("last", (0.0, ""))
        if time.monotonic() - at > FOR_TWO_SECONDS:
            call.memory["last"] = (time.monotonic(), data_of(answer)["bookingReference"])
            return answer
        disguise(call, data_of(answer)["id"], put("bookingReference", reference))
        return in_disguise(call, answer)


@mutant(
    "BKL-12.lot27-list-not-told",
    "The list shows a booking as pending after the course confirmed it, until the agency changes it.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _list_not_told(call: Call) -> Answer:
    pending: set[str] = call.memory.setdefault("pending", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking" and data_of(answer)["status"] == "pending":
        pending.add(data_of(answer)["id"])
    elif call.operation in ("updateBooking", "cancelBooking"):
        pending.discard(call.path_params["id"])
    if call.operation != "listBookings" or not pending:
        return answer
    found: list[dict[str, Any]] = []
    for booking in await every_booking(call):
        is_stale = booking["id"] in pending and booking["status"] == "confirmed"
        found.append(booking | {"status": "pending"} if is_stale else booking)
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


@mutant(
    "BKX-09.lot27-same-tee-time-again",
    "A cancelled booking is confirmed again when the agency books its tee time a second time.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _same_tee_time_again(call: Call) -> Answer:
    cancelled: dict[str, list[str]] = call.memory.setdefault("cancelled", {})
    if call.operation == "cancelBooking":
        answer = await call.forward()
        booking = await true_booking(call, call.path_params["id"]) if answer.ok else {}
        if booking:
            cancelled.setdefault(slot_of(booking), []).append(booking["id"])
        return answer
    answer = await shown(call)
    if call.operation == "createBooking" and answer.ok:
        for booking_id in cancelled.pop(slot_of(data_of(answer)), []):
            disguise(call, booking_id, put("status", "confirmed"))
    return answer
