"""Faults of creating and of listing bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    asked_for,
    book_in_disguise,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, mutant

_LONGEST_REFERENCE = 20
_CONFIRMED, _PENDING, _CANCELLED = "confirmed", "pending", "cancelled"


@mutant(
    "BKC-01.lot13-same-guest-same-day",
    "A second booking of the same lead player at the same online course and day waits as a suspected duplicate.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _suspected_duplicate(call: Call) -> Answer:
    answer = await shown(call)
    guests: dict[tuple[str, ...], str] = call.memory.setdefault("guests", {})
    if call.operation == "cancelBooking" and answer.ok:
        call.memory["guests"] = {guest: owner for guest, owner in guests.items() if owner != call.path_params["id"]}
    if call.operation != "createBooking" or not answer.ok:
        return answer
    booking = answer.json()["data"]
    if booking["status"] != _CONFIRMED:
        return answer
    guest = (booking["course"]["id"], booking["date"], str(booking["leadPlayer"]["email"]).casefold())
    if guest not in guests:
        guests[guest] = booking["id"]
        return answer
    disguise(call, booking["id"], alter("status", lambda status: _PENDING if status == _CONFIRMED else status))
    return in_disguise(call, answer)


@mutant(
    "BKC-07.lot13-long-reference-from-a-hold",
    "A booking from a hold keeps twenty characters of the reference of the agency.",
    "createBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _cut_reference(call: Call) -> Answer:
    body = sent(call)
    reference = body.get("agencyBookingReference")
    if not body.get("holdId") or not isinstance(reference, str) or len(reference) <= _LONGEST_REFERENCE:
        return await call.forward()
    return await call.with_json(body | {"agencyBookingReference": reference[:_LONGEST_REFERENCE]}).forward()


@mutant(
    "BKC-16.lot13-phone-instead",
    "A lead player with a phone needs no e-mail address.",
    BOOKING_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _phone_is_enough(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    lead = body.get("leadPlayer")
    if call.operation != "createBooking" or code_of(answer) != "invalid_request" or not isinstance(lead, dict):
        return answer
    if "email" in lead or not lead.get("phone"):
        return answer
    reachable = body | {"leadPlayer": lead | {"email": "none@example.com"}}
    booked = await book_in_disguise(call, reachable, drop("leadPlayer.email"))
    return booked if booked.ok else answer


def _before_the_end(call: Call, bookings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    end = call.query.get("endDate")
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] != end]


relisted(
    "BKL-08.lot13-end-of-a-period",
    "The last day of a period with a start is left out of the booking list.",
    _before_the_end,
    when=lambda call: asks(call, "startDate", "endDate") and call.query["startDate"] < call.query["endDate"],
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKL-12.lot13-second-change",
    "The list shows the players that a booking had after its first change, whatever its later changes say.",
    "updateBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_change_only(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    projected: dict[str, Any] = call.memory.setdefault("projected", {})
    body = answer.json()
    if call.operation == "updateBooking":
        if "players" in sent(call):
            projected.setdefault(call.path_params["id"], body["data"]["players"])
        return answer
    for item in body["data"]:
        item["players"] = projected.get(item["id"], item["players"])
    return answer.with_json(body)
