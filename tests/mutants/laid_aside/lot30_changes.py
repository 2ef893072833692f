"""Blind faults of changes of bookings, and of bookings that were changed."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, is_online, overlaid, overlays, take_places
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import Json, data_of, places_at, slot_of, whole_number
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_PLACES = 4


def _still_pending(booking: Booking) -> Booking:
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "BKU-09.lot30-back-to-the-first-party",
    "A change back to the first number of players brings back the first special requests.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _back_to_the_first_party(call: Call) -> Answer:
    first: dict[str, Json] = call.memory.setdefault("first", {})
    now: dict[str, int] = call.memory.setdefault("now", {})
    answer = await call.forward()
    if not answer.ok or call.operation not in ("createBooking", "updateBooking"):
        return overlaid(call, answer)
    booking = data_of(answer)
    begun = first.setdefault(booking["id"], booking) if call.operation == "createBooking" else first.get(booking["id"])
    before = now.get(booking["id"], booking["players"])
    now[booking["id"]] = booking["players"]
    if "specialRequests" in sent(call):
        overlays(call).pop(booking["id"], None)
    elif begun and booking["players"] == begun["players"] != before and begun.get("specialRequests"):
        overlays(call)[booking["id"]] = {"specialRequests": begun["specialRequests"]}
    return overlaid(call, answer)


@mutant(
    "BKU-10.lot30-at-a-full-time-of-two-parties",
    "Fewer players return no places where several parties have filled the tee time.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _at_a_full_time_of_two_parties(call: Call) -> Answer:
    before = await booking_of(call) if "players" in sent(call) else {}
    if not before or before["players"] >= _PLACES or not await is_online(call, before["course"]["id"]):
        return await call.forward()
    free = await places_at(aside(call), slot_of(before))
    answer = await call.forward()
    left = before["players"] - whole_number(sent(call)["players"])
    if answer.ok and free == 0 and left > 0:
        await take_places(call, before, left)
    return answer


@mutant(
    "ENV-16.lot30-half-of-a-change",
    "A change that is refused for want of room has changed the other members.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _half_of_a_change(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status == 409 and whole_number(sent(call).get("players")) and len(sent(call)) > 1:
        await changed_without(call, "players")
    return answer


@mutant(
    "BST-01.lot30-changed-while-it-waited",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_it_waited(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok or data_of(answer).get("status") != "pending":
        return answer
    disguise(call, call.path_params["id"], _still_pending)
    return in_disguise(call, answer)
