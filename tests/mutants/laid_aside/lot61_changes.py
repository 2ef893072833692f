"""Blind faults of the sixty-first lot: changes and cancellations."""

from __future__ import annotations

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.pretending import EVERY_BOOKING, body_of, data_of, overlaid, pretend, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant, request_change


@mutant(
    "BKU-03.lot61-reference-fixed-at-creation",
    "A change of agencyBookingReference is accepted and not stored.",
    "updateBooking",
    origin=Origin.blind,
)
async def _reference_fixed_at_creation(call: Call) -> Answer:
    if "agencyBookingReference" not in body_of(call) or not await booking_of(call):
        return await call.forward()
    return await changed_without(call, "agencyBookingReference")


request_change(
    "BKU-09.lot61-resize-clears-requests",
    "A change that sends only the players empties the special requests.",
    "updateBooking",
    lambda call: call.with_json(body_of(call) | {"specialRequests": ""}),
    when=lambda call: set(body_of(call)) == {"players"},
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKU-10.lot61-second-resize-frees-nothing",
    "The places of two or more players who leave a booking that was changed before do not return to the inventory.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_resize_frees_nothing(call: Call) -> Answer:
    before = await booking_of(call)
    answer = await call.forward()
    changed_before = changes_by_booking(call)[call.path_params["id"]] > 0
    note_change(call, answer)
    if answer.ok and before and changed_before:
        left = before["players"] - data_of(answer).get("players", before["players"])
        if left > 1:
            await take_places(call, before, left)
    return answer


@mutant(
    "BKX-09.lot61-rebooking-revives-the-old",
    "A cancelled booking is confirmed again when its agency books the same tee time for as many players.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _rebooking_revives_the_old(call: Call) -> Answer:
    cancelled: dict[str, str] = call.memory.setdefault("cancelled", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if answer.ok and before:
        cancelled[f"{slot_of(before)}|{before['players']}"] = before["id"]
    if answer.ok and call.operation == "createBooking":
        made = data_of(answer)
        old = cancelled.pop(f"{slot_of(made)}|{made['players']}", None)
        if old and made["status"] == "confirmed":
            pretend(call, old, status="confirmed")
    return overlaid(aside(call), answer)
