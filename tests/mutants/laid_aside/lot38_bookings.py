"""Blind faults of lot 38: bookings and their lists."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.laid_aside.common import aside, overlaid, overlays
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, every_booking, in_disguise, one_page, shown
from tests.mutants.parts.pretending import all_bookings, filters_of, memory_of_world, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


# A plain fault.
@mutant(
    "BKL-02.lot38-lead-player-listed",
    "The items of the booking list carry leadPlayer.",
    "listBookings",
    origin=Origin.blind,
)
async def _lead_player_listed(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    for item in body["data"]:
        if "leadPlayer" in (whole := await true_booking(aside(call), item["id"])):
            item["leadPlayer"] = whole["leadPlayer"]
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    "BKC-07.lot38-leading-zeros",
    "A new booking loses the leading zeros of an agencyBookingReference that has digits only.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _leading_zeros(call: Call) -> Answer:
    answer = await call.forward()
    reference = sent(call).get("agencyBookingReference")
    if answer.ok and call.operation == "updateBooking" and "agencyBookingReference" in sent(call):
        overlays(call).pop(call.path_params["id"], None)
    if answer.ok and call.operation == "createBooking" and re.fullmatch(r"0\d*[1-9]\d*", str(reference)):
        overlays(call)[answer.json()["data"]["id"]] = {"agencyBookingReference": str(reference).lstrip("0")}
    return overlaid(call, answer)


@mutant(
    "BKC-32.lot38-one-reference-for-all",
    "Bookings with the same agencyBookingReference get the same bookingReference.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _one_reference_for_all(call: Call) -> Answer:
    answer = await call.forward()
    own = sent(call).get("agencyBookingReference")
    if answer.ok and call.operation == "createBooking" and isinstance(own, str) and own:
        booking = answer.json()["data"]
        issued = call.memory.setdefault("issued", {}).setdefault(own, booking["bookingReference"])
        if issued != booking["bookingReference"]:
            overlays(call).setdefault(booking["id"], {"bookingReference": issued})
    return overlaid(call, answer)


def _still_pending(booking: dict[str, Any]) -> dict[str, Any]:
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "BST-01.lot38-changed-while-pending",
    "A pending booking that was changed stays pending when the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok or answer.json()["data"]["status"] != "pending":
        return answer
    booking_id = answer.json()["data"]["id"]
    if booking_id not in call.memory:
        call.memory[booking_id] = True
        disguise(call, booking_id, _still_pending)
    return in_disguise(call, answer)


@mutant(
    "HOK-06.lot38-not-among-confirmed",
    "The list of confirmed bookings leaves out bookings that were hooks.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _not_among_confirmed(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        call.memory[answer.json()["data"]["id"]] = True
    if not answer.ok or call.operation != "listBookings" or call.query.get("status") != "confirmed" or not call.memory:
        return answer
    found = await every_booking(call, **filters_of(call))
    return one_page(call, answer, [booking for booking in found if booking["id"] not in call.memory])


_OPEN = "AUT-09.lot38-or-without-brackets"


@mutant(
    _OPEN,
    "A list by status and startDate together shows the matching bookings of other agencies too.",
    "createBooking listBookings",
    hidden="another agency",
    origin=Origin.blind,
)
async def _or_without_brackets(call: Call) -> Answer:
    answer = await call.forward()
    known = memory_of_world(call, _OPEN)
    if answer.ok and call.operation == "createBooking":
        known[call.api_key] = True
    others = [key for key in known if key != call.api_key]
    if not answer.ok or call.operation != "listBookings" or not {"status", "startDate"} <= set(call.query):
        return answer
    found = await every_booking(call, **filters_of(call))
    foreign = [booking for key in others for booking in await all_bookings(call, key, **filters_of(call))]
    newest = sorted(found + foreign, key=lambda booking: str(booking["createdAt"]), reverse=True)
    return one_page(call, answer, newest) if foreign else answer
