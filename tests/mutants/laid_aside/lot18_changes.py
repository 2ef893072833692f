"""Blind faults of changes and cancellations."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import MODIFIABLE, changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_AN_HOUR = timedelta(hours=1)


# A plain fault.
@mutant(
    "BKU-03.lot18-reference-stays",
    "A change of agencyBookingReference is accepted and does nothing.",
    "updateBooking",
    origin=Origin.blind,
)
async def _reference_stays(call: Call) -> Answer:
    if "agencyBookingReference" not in sent(call):
        return await call.forward()
    return await changed_without(call, "agencyBookingReference")


# Faults under a condition.
@mutant(
    "BKU-09.lot18-second-change",
    "The second change of a booking gives the members it does not send the values from before the first.",
    "createBooking confirmBookingHook updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change(call: Call) -> Answer:
    made: dict[str, dict[str, Any]] = call.memory.setdefault("made", {})
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation != "updateBooking":
        answer = await call.forward()
        if booking := data_of(answer):
            made[booking["id"]] = {name: booking[name] for name in MODIFIABLE if name in booking}
        return answer
    booking_id, body = call.path_params["id"], sent(call)
    if body and booking_id in changed:
        answer = await call.with_json(made.get(booking_id, {}) | body).forward()
        return answer if answer.ok else await call.forward()
    answer = await call.forward()
    if answer.ok:
        changed.add(booking_id)
    return answer


@mutant(
    "BKX-06.lot18-just-booked",
    "A booking that is less than an hour old can be cancelled inside the cutoff.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _just_booked(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking = await booking_of(call)
    now = await world_time(call)
    if not booking or now - moment_of(booking["createdAt"]) >= _AN_HOUR:
        return answer
    disguise(call, booking["id"], put("status", "cancelled"))
    told = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    like = await aside(call).upstream("GET", call.path)
    return like.with_json({"data": told | {"cancellationDate": f"{now:{_TIMESTAMP}}"}})


@mutant(
    "ENV-16.lot18-half-a-change",
    "A change that is refused for want of places still stores its specialRequests.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_a_change(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if code_of(answer) == "tee_time_unavailable" and "specialRequests" in body:
        await aside(call).upstream("PUT", call.path, json={"specialRequests": body["specialRequests"]})
    return answer
