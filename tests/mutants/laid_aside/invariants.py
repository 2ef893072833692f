"""Blind faults that several operations show together: places that are lost or sold twice, and races."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays
from tests.mutants.parts.crowds import Crowd, tee_time_asked, world_of
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.histories import place_of
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

# A moment, so that the other request of a race is written first.
_LATER_SECONDS = 0.1

# How many places of a booking a tee sheet forgets, from its players and whether the agency had booked there before.
Forgotten = Callable[[int, bool], int]


def _sheets_forget(name: str, breaks: str, forgotten: Forgotten, *, hidden: str | None = None) -> None:
    """Registers a fault whose tee sheets show places of new bookings as free."""
    sheets = ForgetfulSheets()

    async def handle(call: Call) -> Answer:
        if call.operation == "listTeeTimes":
            return await sheets.sheet(call)
        new = call.operation == "createBooking"
        course_id = quote(str(sent(call).get("courseId")), safe="")
        line = await line_of(aside(call), course_id, "teeTime") if new else None
        answer = await call.forward()
        if answer.ok and not new:
            sheets.know_again(call, call.path_params["id"])
        if answer.ok and line:
            booking = answer.json()["data"]
            before = any(taking.api_key == call.api_key for taking in sheets.taken_at(call, place_of(booking)))
            places = forgotten(booking["players"], before)
            sheets.forget(call, booking["id"], Taking(course_id, booking["date"], line, places, call.api_key))
        return answer

    operations = "listTeeTimes createBooking cancelBooking"
    mutant(name, breaks, operations, hidden=hidden, origin=Origin.blind)(handle)


# A plain fault.
_sheets_forget(
    "INV-05.lot4-half-the-places",
    "A booking takes half of its places off the tee sheet, rounded down: the tee sheet counts buggies.",
    lambda players, _: (players + 1) // 2,
)

# Faults under a condition.
_sheets_forget(
    "INV-05.lot4-second-party",
    "A second booking of an agency at the same tee time takes no places off the tee sheet.",
    lambda players, booked_before: players if booked_before else 0,
    hidden="after another operation",
)

_raises, _cancels = Crowd(), Crowd()


@mutant(
    "INV-03.lot4-raise-in-a-race",
    "A change that raises the players beside the creation of another booking checks the places of before.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _raise_in_a_race(call: Call) -> Answer:
    if call.operation == "createBooking":
        async with _raises.at(tee_time_asked(call), call):
            return await call.forward()
    if call.operation != "updateBooking" or "players" not in sent(call):
        return overlaid(call, await call.forward())
    before = await booking_of(call)
    place = (world_of(call)[1], *place_of(before)) if before else None
    async with _raises.at(place, call) as met:
        await asyncio.sleep(_LATER_SECONDS)
        answer = await call.forward()
        if answer.ok:
            overlays(call).pop(call.path_params["id"], None)
        if code_of(answer) != FULL or not met["createBooking"]:
            return overlaid(call, answer)
        overlays(call)[call.path_params["id"]] = sent(call)
        return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "INV-09.lot4-lost-cancel",
    "A change that meets a cancellation writes the old row back, so the booking is confirmed again.",
    BOOKING_OPERATIONS,
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _lost_cancel(call: Call) -> Answer:
    if call.operation not in ("updateBooking", "cancelBooking"):
        return await shown(call)
    place = (world_of(call)[1], call.path_params["id"])
    async with _cancels.at(place, call) as met:
        if call.operation == "updateBooking":
            return await shown(call)
        before = await booking_of(call)
        await asyncio.sleep(_LATER_SECONDS)
        answer = await call.forward()
        if answer.ok and met["updateBooking"] and before.get("status") == "confirmed":
            disguise(call, call.path_params["id"], _written_back)
        return answer


def _written_back(booking: Booking) -> Booking:
    rest = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return rest | {"status": "confirmed"} if "course" in booking else booking
