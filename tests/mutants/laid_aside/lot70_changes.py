"""Blind faults of the seventieth lot: changes."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.changes import MODIFIABLE, has_modifiable
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.pretending import whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "BKU-12.lot70-reference-of-revision",
    "A change gives the booking a bookingReference with the mark of a revision.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _revised(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok:
        return answer
    booking_id = call.path_params["id"]
    note_change(call, answer)
    if changes_by_booking(call)[booking_id] == 1:
        disguise(call, booking_id, alter("bookingReference", lambda reference: f"{reference}-R"))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-09.lot70-change-revives",
    "A change that is sent to a cancelled booking makes it a confirmed booking again.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _revived(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or code_of(answer) != "booking_cancelled" or not has_modifiable(sent(call)):
        return answer
    members = {name: value for name, value in sent(call).items() if name in MODIFIABLE}
    listed = {name: value for name, value in members.items() if name != "specialRequests"}

    def alive(booking: Booking) -> Booking:
        if "course" not in booking:
            return booking
        kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
        return kept | {"status": "confirmed"} | (members if "leadPlayer" in booking else listed)

    disguise(call, call.path_params["id"], alive)
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKU-10.lot70-second-change-keeps-places",
    "A change to fewer players frees no places when the booking had been changed before.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kept_places(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    note_change(call, answer)
    if not answer.ok or not before or changes_by_booking(call)[before["id"]] < 2:
        return answer
    fewer = before["players"] - whole_number(sent(call).get("players", before["players"]))
    if fewer > 0 and before["status"] == "confirmed":
        await take_places(call, before, fewer)
    return answer


@mutant(
    "BKX-04.lot70-changed-then-cancelled",
    "A booking that was changed before its cancellation stays in the list of the confirmed bookings.",
    "listBookings updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_listed(call: Call) -> Answer:
    answer = await call.forward()
    stale: set[str] = call.memory.setdefault("stale", set())
    note_change(call, answer)
    if call.operation == "cancelBooking" and answer.ok and changes_by_booking(call)[call.path_params["id"]]:
        stale.add(call.path_params["id"])
    if call.operation != "listBookings" or not answer.ok or not stale or call.query.get("status") != "confirmed":
        return answer
    found = [
        booking
        for booking in await every_booking(call)
        if asked_for(call, booking | ({"status": "confirmed"} if booking["id"] in stale else {}))
    ]
    return one_page(call, answer, found)


@mutant(
    "BKU-09.lot70-players-clear-note",
    "A change of players clears the special requests of a booking that came from a hold.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _cleared(call: Call) -> Answer:
    held: set[str] = call.memory.setdefault("held", set())
    body = sent(call)
    cleared = call.operation == "updateBooking" and call.path_params["id"] in held
    if cleared and "players" in body and "specialRequests" not in body:
        return await call.with_json(body | {"specialRequests": ""}).forward()
    answer = await call.forward()
    if call.operation == "createBooking" and answer.ok and "holdId" in body:
        held.add(answer.json()["data"]["id"])
    return answer
