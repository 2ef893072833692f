"""Blind faults of the seventy-third lot: changes."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, overlaid, overlays
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import EVERY_BOOKING
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant


def _reissued(reference: str) -> str:
    """The reference with its first character behind the prefix moved to its end."""
    return f"{reference[:3]}{reference[4:]}{reference[3:4]}"


@mutant(
    "BKU-12.lot73-reissued",
    "A change gives the booking another bookingReference.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _reissued_by_a_change(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    disguise(call, answer.json()["data"]["id"], alter("bookingReference", _reissued))
    return in_disguise(call, await call.upstream("GET", call.path))


@mutant(
    "BKU-02.lot73-nothing-to-say",
    "A change that empties specialRequests leaves the old text.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _nothing_to_say(call: Call) -> Answer:
    if sent(call).get("specialRequests") == "":
        return await changed_without(call, "specialRequests")
    return await call.forward()


@mutant(
    "BKU-08.lot73-held-party-grows",
    "A booking that completed a hold can be raised to players that have no places.",
    EVERY_BOOKING,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _held_party_grows(call: Call) -> Answer:
    answer = await call.forward()
    held: set[str] = call.memory.setdefault("held", set())
    body = sent(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in body:
        held.add(answer.json()["data"]["id"])
    elif call.operation == "updateBooking" and "players" in body:
        booking_id = call.path_params["id"]
        if answer.ok:
            overlays(call).pop(booking_id, None)
        elif code_of(answer) == FULL and booking_id in held:
            answer = await changed_without(call, "players")
            if answer.ok:
                overlays(call)[booking_id] = {"players": body["players"]}
    return overlaid(call, answer)


@mutant(
    "BKU-06.lot73-own-reference-any-time",
    "A change of the agencyBookingReference alone is accepted inside the modification cutoff.",
    EVERY_BOOKING,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _own_reference_any_time(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    if call.operation == "updateBooking" and set(body) == {"agencyBookingReference"}:
        booking_id = call.path_params["id"]
        if code_of(answer) == "modification_cutoff_passed" and await booking_of(call):
            overlays(call)[booking_id] = body
            answer = await call.upstream("GET", call.path)
    return overlaid(call, answer)
