"""Blind faults of the ninth lot: bookings and their lists."""

from __future__ import annotations

from time import monotonic

from tests.mutants.laid_aside.common import aside, showing
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_INDEX_SECONDS = 10.0

# Plain faults.
json_answer(
    "BKL-01.lot9-course-without-a-name",
    "The course of a list item has its id alone.",
    "listBookings",
    drop("data[*].course.name"),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "BKG-02.lot9-declined-and-forgotten",
    "A read of a booking that the course declined has no lead player.",
    "getBooking",
    where(lambda body: "cancellationReason" in body["data"], drop("data.leadPlayer")),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "ENV-08.lot9-null-for-nothing",
    "A list without a booking has null under data.",
    "listBookings",
    where(lambda body: body["data"] == [], put("data", None)),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-32.lot9-counter-goes-back",
    "After a booking that is refused for want of room, the next booking has the reference of the one before.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _counter_goes_back(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking":
        return answer
    if not answer.ok:
        call.memory["refused"] = code_of(answer) == FULL or call.memory.get("refused", False)
        return answer
    if call.memory.pop("refused", False) and "last" in call.memory:
        disguise(call, answer.json()["data"]["id"], put("bookingReference", call.memory["last"]))
        answer = in_disguise(call, answer)
    call.memory["last"] = answer.json()["data"]["bookingReference"]
    return answer


@mutant(
    "BKX-04.lot9-index-behind",
    "Lists with a status filter learn of a cancellation ten seconds later than all other answers.",
    "cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _index_behind(call: Call) -> Answer:
    behind: dict[str, tuple[float, str]] = call.memory.setdefault("behind", {})
    if call.operation == "cancelBooking":
        before = await booking_now(aside(call))
        answer = await call.forward()
        if answer.ok and before["status"] != "cancelled":
            behind[before["id"]] = (monotonic() + _INDEX_SECONDS, before["status"])
        return answer
    answer = await call.forward()
    former = {booking_id: status for booking_id, (until, status) in behind.items() if monotonic() < until}
    if not answer.ok or "status" not in call.query or not former:
        return answer
    bookings = [
        showing(status=former.get(booking["id"], booking["status"]))(booking) for booking in await every_booking(call)
    ]
    return one_page(call, answer, [booking for booking in bookings if asked_for(call, booking)])
