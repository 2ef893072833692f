"""Blind faults of the sixty-fifth lot: changes and cancellations."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_REVIVED_AFTER = timedelta(minutes=10)
_CROWD = Crowd()


def _revived(booking: Booking) -> Booking:
    if "teeTime" not in booking:
        return booking
    return {name: value for name, value in booking.items() if name != "cancellationDate"} | {"status": "confirmed"}


@mutant(
    "BKX-05.lot65-cancelled-at-tee-time",
    "The cancellationDate of a cancellation is the tee time of the booking.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _cancelled_at_tee_time(call: Call) -> Answer:
    booking = await booking_of(call)
    answer = await call.forward()
    if not answer.ok or not booking:
        return answer
    body = answer.json()
    body["data"]["cancellationDate"] = f"{booking['date']}T{booking['teeTime']}:00Z"
    return answer.with_json(body)


@mutant(
    "BKU-12.lot65-held-booking-renumbered",
    "A change of a booking that was made from a hold gives it another bookingReference.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _held_booking_renumbered(call: Call) -> Answer:
    answer = await shown(call)
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBooking" and answer.ok and "holdId" in sent(call):
        held.add(data_of(answer)["id"])
    if call.operation != "updateBooking" or not answer.ok or call.path_params["id"] not in held:
        return answer
    held.discard(call.path_params["id"])
    disguise(call, call.path_params["id"], alter("bookingReference", lambda reference: f"{reference}-2"))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-07.lot65-hooked-places-lost",
    "The places of a cancelled booking that came from a hook do not return to the inventory.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hooked_places_lost(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if answer.ok:
            hooked.add(data_of(answer)["id"])
        return answer
    booking = await booking_of(call)
    answer = await call.forward()
    if answer.ok and booking and booking["id"] in hooked and booking["status"] == "confirmed":
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "BKX-09.lot65-request-comes-back",
    "A booking that was cancelled while it was pending is confirmed again ten minutes later.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _request_comes_back(call: Call) -> Answer:
    withdrawn: dict[str, datetime] = call.memory.setdefault("withdrawn", {})
    if call.operation == "cancelBooking":
        booking = await booking_of(call)
        answer = await shown(call)
        if answer.ok and booking.get("status") == "pending":
            withdrawn[booking["id"]] = await world_time(call)
        return answer
    now = await world_time(call) if withdrawn else None
    for booking_id, at in list(withdrawn.items()):
        if now is not None and now - at >= _REVIVED_AFTER:
            del withdrawn[booking_id]
            disguise(call, booking_id, _revived)
    return await shown(call)


@mutant(
    "INV-09.lot65-smaller-party-wins",
    "When a change to fewer players and a cancellation meet, the booking is confirmed afterwards.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _smaller_party_wins(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    smaller: set[str] = call.memory.setdefault("smaller", set())
    booking_id = call.path_params["id"]
    if call.operation == "updateBooking":
        await _note_smaller(call, smaller)
    async with _CROWD.at((call.api_key, booking_id), call) as met:
        answer = await shown(call)
    if call.operation == "cancelBooking" and answer.ok and met["updateBooking"] and booking_id in smaller:
        disguise(call, booking_id, _revived)
    return answer


async def _note_smaller(call: Call, smaller: set[str]) -> None:
    booking, players = await booking_of(call), sent(call).get("players")
    smaller.discard(call.path_params["id"])
    if isinstance(players, int) and players < booking.get("players", 0):
        smaller.add(call.path_params["id"])
