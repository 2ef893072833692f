"""Blind faults of changes of bookings."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.changes import MODIFIABLE, has_modifiable
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TEXTS = ("specialRequests", "agencyBookingReference")
_WRITERS = Crowd()
_TOGETHER_SECONDS = 0.5


def _revived(booking: Booking) -> Booking:
    return booking | {"status": "confirmed"} if "course" in booking else booking


@mutant(
    "BKU-09.lot25-back-to-the-beginning",
    "A second change puts the texts that it does not send back to what they were at the creation.",
    "createBooking updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _back_to_the_beginning(call: Call) -> Answer:
    made: dict[str, dict[str, Any]] = call.memory.setdefault("made", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        booking = data_of(answer)
        if booking:
            made[booking["id"]] = {name: booking[name] for name in _TEXTS if booking.get(name)}
        return answer
    body = sent(call)
    stale = {name: text for name, text in made.get(call.path_params["id"], {}).items() if name not in body}
    if not stale or not has_modifiable(body):
        return await call.forward()
    return await call.with_json(body | stale).forward()


@mutant(
    "BKX-09.lot25-revived-by-a-refusal",
    "A refused change of a cancelled booking makes the booking confirmed again.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived_by_a_refusal(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation == "updateBooking" and code_of(answer) == "booking_cancelled":
        disguise(call, call.path_params["id"], _revived)
    return answer


@mutant(
    "ENV-16.lot25-half-of-a-change",
    "A change that is refused for its players keeps the texts that came with them.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_of_a_change(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    rest = {name: body[name] for name in MODIFIABLE if name in body and name != "players"}
    if answer.status in (400, 409, 422) and rest and "players" in body:
        await aside(call).upstream("PUT", call.path, json=rest)
    return answer


@mutant(
    "BKU-02.lot25-overwritten-by-a-neighbour",
    "Of two changes at once, of specialRequests and of another member, the first is accepted and lost.",
    "updateBooking",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _overwritten_by_a_neighbour(call: Call) -> Answer:
    body = sent(call)
    if not has_modifiable(body):
        return await call.forward()
    place = (call.api_key, call.path, "specialRequests" in body)
    before = await booking_of(call)
    others: dict[str, float] = call.memory.setdefault("others", {})
    if not place[2]:
        others[call.path] = time.monotonic()
    async with _WRITERS.at(place[:2], call) as met:
        answer = await call.forward()
    met_another = met["updateBooking"] > 1 and time.monotonic() - others.get(call.path, 0.0) < _TOGETHER_SECONDS
    if not answer.ok or not place[2] or not met_another:
        return answer
    await aside(call).upstream("PUT", call.path, json={"specialRequests": before.get("specialRequests", "")})
    return answer
