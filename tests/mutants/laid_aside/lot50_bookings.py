"""Blind faults of the fiftieth lot: bookings and their list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    book_in_disguise,
    booked_as,
    disguise,
    in_disguise,
    relisted,
    shown,
)
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, drop
from tests.mutants.tools.registry import Origin, mutant

_COLUMN_WIDTH = 20

booked_as(
    "BKC-07.lot50-reference-cut",
    "An agency reference longer than twenty characters is cut to twenty.",
    alter("agencyBookingReference", lambda reference: str(reference)[:_COLUMN_WIDTH]),
    when=lambda body: len(str(body.get("agencyBookingReference", ""))) > _COLUMN_WIDTH,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "BKC-16.lot50-phone-instead-of-email",
    "A booking whose lead player has a phone number needs no email.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _phone_instead_of_email(call: Call) -> Answer:
    lead = sent(call).get("leadPlayer")
    if call.operation != "createBooking" or not isinstance(lead, dict) or "email" in lead or not lead.get("phone"):
        return await shown(call)
    mended = sent(call) | {"leadPlayer": lead | {"email": "no.email@example.com"}}
    return await book_in_disguise(call, mended, drop("leadPlayer.email"))


def _before_the_end(call: Call, bookings: list[Booking]) -> Iterable[Booking]:
    return [booking for booking in bookings if asked_for(call, booking) and booking["date"] != call.query["endDate"]]


relisted(
    "BKL-08.lot50-end-excluded-with-status",
    "A list filtered by status leaves out the bookings of the end date.",
    _before_the_end,
    when=lambda call: "status" in call.query and "endDate" in call.query,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "BKC-08.lot50-first-line-for-the-course",
    "Of special requests for an offline course only the first line is kept.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _first_line_for_the_course(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "createBooking" or not answer.ok or "\n" not in str(sent(call).get("specialRequests", "")):
        return answer
    booking = answer.json()["data"]
    if booking["status"] != "pending":
        return answer
    disguise(call, booking["id"], alter("specialRequests", lambda text: str(text).partition("\n")[0].rstrip()))
    return in_disguise(call, answer)


@mutant(
    "BKL-12.lot50-cancelled-list-before-the-change",
    "The list shows a cancelled booking with the number of players that it had before it was changed.",
    "updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_list_before_the_change(call: Call) -> Answer:
    players: dict[str, int] = call.memory.setdefault("players", {})
    cancelled: set[str] = call.memory.setdefault("cancelled", set())
    before: dict[str, Any] = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "cancelBooking":
        cancelled.add(call.path_params["id"])
    if call.operation == "updateBooking" and before and answer.json()["data"]["players"] != before["players"]:
        players.setdefault(before["id"], before["players"])
    if call.operation != "listBookings":
        return answer
    body = answer.json()
    for item in body["data"]:
        if item["id"] in cancelled and item["id"] in players:
            item["players"] = players[item["id"]]
    return answer.with_json(body)
