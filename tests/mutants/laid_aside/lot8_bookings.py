"""Blind faults of the eighth lot: the creation of bookings, and their reads."""

from __future__ import annotations

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import memory_of_world, slot_of
from tests.mutants.parts.substitutes import in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_REFERENCE_OF_THE_TEE_TIME = "BKC-32.lot8-reference-of-the-tee-time"


@mutant(
    "BKG-02.lot8-one-customer-per-address",
    "A later booking with the same e-mail address and another name changes the name of the lead player of the earlier "
    "bookings.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_customer_per_address(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    player = booking["leadPlayer"]
    bookings: dict[str, list[str]] = call.memory.setdefault("bookings", {})
    earlier = bookings.setdefault(player["email"].casefold(), [])
    renamed = in_turn(put("leadPlayer.firstName", player["firstName"]), put("leadPlayer.lastName", player["lastName"]))
    for booking_id in earlier:
        disguise(call, booking_id, renamed)
    earlier.append(booking["id"])
    return answer


@mutant(
    _REFERENCE_OF_THE_TEE_TIME,
    "A later booking at the same tee time has the bookingReference of the first booking there.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _reference_of_the_tee_time(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    references: dict[str, str] = memory_of_world(call, _REFERENCE_OF_THE_TEE_TIME)
    first = references.setdefault(slot_of(booking), booking["bookingReference"])
    if first == booking["bookingReference"]:
        return answer
    disguise(call, booking["id"], put("bookingReference", first))
    return in_disguise(call, answer)


@mutant(
    "BKC-11.lot8-time-of-the-hold",
    "A booking with a hold id needs no teeTime.",
    "createBooking holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _time_of_the_hold(call: Call) -> Answer:
    answer = await call.forward()
    times: dict[str, str] = call.memory.setdefault("times", {})
    if call.operation == "holdTeeTime":
        if answer.ok:
            hold = answer.json()
            times[hold["holdId"]] = hold["time"]
        return answer
    body = sent(call)
    held = times.get(str(body.get("holdId")))
    if answer.ok or held is None or "teeTime" in body:
        return answer
    booked = await call.with_json(body | {"teeTime": held}).forward()
    return booked if booked.ok else answer
