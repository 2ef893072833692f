"""Blind faults of bookings and of their list."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, disguise, relisted, shown
from tests.mutants.parts.overbooking import FULL, TeeTime, overbooked, tee_time_of
from tests.mutants.parts.pretending import all_bookings, data_of, filters_of, paged
from tests.mutants.parts.substitutes import code_of, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put
from tests.mutants.tools.registry import Origin, mutant

_RACES = Crowd()
_CONFIRMED_AGAIN = in_turn(put("status", "confirmed"), drop("cancellationDate"))


def _ends_with_the_month(call: Call) -> bool:
    last = day_in(call, "endDate")
    return last is not None and (last + timedelta(days=1)).day == 1


relisted(
    "BKL-08.lot22-last-of-the-month",
    "A list up to the last day of a month leaves out the bookings of that day.",
    lambda call, bookings: [
        booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]
    ],
    when=_ends_with_the_month,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "BKL-04.lot22-pending-once",
    "A booking that its course has confirmed stays in the list of pending bookings.",
    "createBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _pending_once(call: Call) -> Answer:
    waiting: set[str] = call.memory.setdefault("waiting", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        if data_of(answer).get("status") == "pending":
            waiting.add(str(data_of(answer)["id"]))
        return answer
    if call.query.get("status") != "pending" or not waiting:
        return answer
    dates = filters_of(call, "status")
    confirmed = await all_bookings(call, **dates, status="confirmed")
    left = [booking for booking in confirmed if booking["id"] in waiting]
    return paged(answer, await all_bookings(call, **dates, status="pending") + left) if left else answer


@mutant(
    "BKC-25.lot22-beside-its-own-booking",
    "An agency that has a booking at the tee time can book more players there than places are free.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_its_own_booking(call: Call) -> Answer:
    own: dict[str, TeeTime] = call.memory.setdefault("own", {})
    answer = await shown(call)
    if call.operation == "cancelBooking" and answer.ok:
        own.pop(call.path_params["id"], None)
    if call.operation != "createBooking":
        return answer
    tee_time = tee_time_of(sent(call))
    if answer.ok:
        own[str(data_of(answer)["id"])] = tee_time
    if code_of(answer) != FULL or tee_time not in own.values() or "holdId" in sent(call):
        return answer
    squeezed = await overbooked(call)
    return squeezed if squeezed.ok else answer


@mutant(
    "INV-09.lot22-change-writes-last",
    "A change that runs together with the cancellation of the booking writes the status confirmed over it.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _change_writes_last(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    place = (call.api_key, call.path_params["id"])
    async with _RACES.at(place, call) as met:
        answer = await shown(call)
    if call.operation == "cancelBooking" and answer.ok and met["updateBooking"]:
        disguise(call, call.path_params["id"], _CONFIRMED_AGAIN)
    return answer
