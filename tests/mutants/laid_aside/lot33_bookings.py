"""Blind faults of bookings and of the booking list."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.crowds import Crowd, world_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    booked_elsewhere,
    data_of,
    give_credit,
    memory_of_world,
    overlaid,
    slot_of,
    with_more_places,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SECOND = "BKC-32.lot33-made-at-once"
_TWICE = "INV-02.lot33-cancelled-twice"
_CROWD = Crowd()

# A plain fault.
json_answer(
    "BKL-01.lot33-no-creation-time",
    "The items of the booking list have no createdAt.",
    "listBookings",
    drop("data[*].createdAt"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKL-07.lot33-by-day-of-cancellation",
    "The date filters of the booking list compare cancelled bookings by the day of their cancellation.",
    "listBookings cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _by_day_of_cancellation(call: Call) -> Answer:
    days: dict[str, str] = call.memory.setdefault("days", {})
    answer = await call.forward()
    if answer.ok and call.operation == "cancelBooking":
        days[call.path_params["id"]] = data_of(answer)["cancellationDate"][:10]
        return answer
    if not answer.ok or not has_dates(call) or not days:
        return answer
    every = await every_booking(call)
    chosen = [item for item in every if asked_for(call, item | {"date": days.get(item["id"], item["date"])})]
    return one_page(call, answer, chosen)


@mutant(
    _SECOND,
    "Two bookings of a world that are made at the same moment get the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _made_at_once(call: Call) -> Answer:
    made: list[tuple[float, str]] = memory_of_world(call, _SECOND).setdefault("made", [])
    if call.operation != "createBooking":
        return await shown(call)
    began = time.monotonic()
    async with _CROWD.at(world_of(call), call):
        answer = await shown(call)
    if not answer.ok:
        return answer
    booking = data_of(answer)
    met = next((reference for ended, reference in made if ended > began), None)
    made[:] = [*made[-20:], (time.monotonic(), met or booking["bookingReference"])]
    if met is None:
        return answer
    disguise(call, booking["id"], put("bookingReference", met))
    return in_disguise(call, answer)


@mutant(
    _TWICE,
    "A second cancellation of a booking gives its places back once more.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_twice(call: Call) -> Answer:
    credit: dict[str, Any] = memory_of_world(call, _TWICE)
    if call.operation == "listTeeTimes":
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and before.get("status") == "cancelled":
        give_credit(call, _TWICE, slot_of(before), before["players"])
    body = sent(call)
    if call.operation != "createBooking" or code_of(answer) != FULL or credit.get(slot_of(body), 0) < body["players"]:
        return overlaid(call, answer)
    give_credit(call, _TWICE, slot_of(body), -body["players"])
    return await booked_elsewhere(call)
