"""Blind faults of the sixty-ninth lot: changes."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays, take_places
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_LARGEST_PARTY = 4


@mutant(
    "BKU-09.lot69-request-loses-its-reference",
    "A pending booking loses the reference of the agency when a change sends players alone.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _request_loses_its_reference(call: Call) -> Answer:
    body = sent(call)
    if set(body) != {"players"}:
        return await call.forward()
    booking = await booking_of(call)
    if booking.get("status") != "pending" or not booking.get("agencyBookingReference"):
        return await call.forward()
    return await call.with_json(body | {"agencyBookingReference": ""}).forward()


@mutant(
    "BKU-12.lot69-revision-in-the-reference",
    "A change adds a letter for the revision to the reference of the booking.",
    BOOKING_OPERATIONS,
    origin=Origin.blind,
)
async def _revision_in_the_reference(call: Call) -> Answer:
    answer = await shown(call)
    revised: set[str] = call.memory.setdefault("revised", set())
    booking_id = call.path_params.get("id", "")
    if call.operation != "updateBooking" or not answer.ok or booking_id in revised:
        return answer
    revised.add(booking_id)
    disguise(call, booking_id, alter("bookingReference", lambda reference: f"{reference}B"))
    return in_disguise(call, answer)


@mutant(
    "BKU-08.lot69-hold-has-room-for-four",
    "A booking from a hold can be raised to more players than there are places free.",
    BOOKING_OPERATIONS,
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hold_has_room_for_four(call: Call) -> Answer:
    answer = await call.forward()
    held: set[str] = call.memory.setdefault("held", set())
    body = sent(call)
    if call.operation == "createBooking" and answer.ok and "holdId" in body:
        held.add(answer.json()["data"]["id"])
    if call.operation != "updateBooking" or "players" not in body or call.path_params["id"] not in held:
        return overlaid(call, answer)
    overlays(call).pop(call.path_params["id"], None)
    if code_of(answer) != "tee_time_unavailable" or body["players"] > _LARGEST_PARTY:
        return answer
    answer = await changed_without(call, "players")
    if answer.ok:
        overlays(call)[call.path_params["id"]] = {"players": body["players"]}
    return overlaid(call, answer)


def _in_period(call: Call, booking: dict[str, Any]) -> bool:
    first, last = call.query.get("startDate", ""), call.query.get("endDate", "9999")
    return first <= booking["date"] <= last


@mutant(
    "BKX-04.lot69-period-keeps-the-changed",
    "The list of confirmed bookings of a period still has cancelled bookings that were changed before.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _period_keeps_the_changed(call: Call) -> Answer:
    answer = await call.forward()
    changed: set[str] = call.memory.setdefault("changed", set())
    if call.operation == "updateBooking":
        changed |= {call.path_params["id"]} if answer.ok else set()
        return answer
    dated = "startDate" in call.query or "endDate" in call.query
    if not answer.ok or not changed or call.query.get("status") != "confirmed" or not dated:
        return answer
    found = [booking for booking in await every_booking(call) if _in_period(call, booking)]
    kept = [
        booking
        for booking in found
        if booking["status"] == "confirmed" or (booking["status"] == "cancelled" and booking["id"] in changed)
    ]
    return one_page(call, answer, kept)


@mutant(
    "BKX-07.lot69-added-places-stay-taken",
    "A cancellation returns the places of the booking as it was created, not those that a change added.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_places_stay_taken(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            first[answer.json()["data"]["id"]] = answer.json()["data"]["players"]
        return answer
    booking = await booking_of(call)
    answer = await call.forward()
    created = first.pop(call.path_params["id"], None) if answer.ok else None
    if created is not None and booking and booking["players"] > created:
        await take_places(aside(call), booking, booking["players"] - created)
    return answer
