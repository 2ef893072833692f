"""Blind faults of changes and cancellations of bookings."""

from __future__ import annotations

import html
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, overlaid, overlays
from tests.mutants.parts.borrowed import days_after, world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_TEXT = "specialRequests"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


# A plain fault.
@mutant(
    "BKX-02.lot27-reference-of-the-agency",
    "A cancellation returns the reference of the agency as bookingReference.",
    "cancelBooking",
    origin=Origin.blind,
)
async def _reference_of_the_agency(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    booking = await booking_of(call)
    own = data_of(answer) | {"bookingReference": booking.get("agencyBookingReference") or ""}
    return answer.with_json(answer.json() | {"data": own})


# Faults under a condition.
@mutant(
    "BKU-09.lot27-escaped-on-the-way",
    "A change of another member turns &, < and quotes in specialRequests into HTML entities.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _escaped_on_the_way(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "updateBooking" or not answer.ok or _TEXT in sent(call):
        return answer
    before = str(data_of(answer).get(_TEXT) or "")
    after = html.escape(before)

    def edit(booking: Booking) -> Booking:
        return booking | {_TEXT: after} if booking.get(_TEXT) == before else booking

    if after != before:
        disguise(call, call.path_params["id"], edit)
    return in_disguise(call, answer)


@mutant(
    "BKU-08.lot27-back-to-the-first-number",
    "A booking can be raised to the players it was made for after somebody else took the places.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _back_to_the_first_number(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    booking_id, wished = call.path_params.get("id", ""), sent(call).get("players")
    if call.operation == "createBooking" and answer.ok:
        first[data_of(answer)["id"]] = data_of(answer)["players"]
    if call.operation == "updateBooking" and answer.ok and wished is not None:
        overlays(call).get(booking_id, {}).pop("players", None)
    is_refused = call.operation == "updateBooking" and code_of(answer) == FULL
    if not is_refused or wished != first.get(booking_id) or len(sent(call)) != 1:
        return overlaid(call, answer)
    overlays(call).setdefault(booking_id, {})["players"] = wished
    return overlaid(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-06.lot27-cutoff-by-calendar-day",
    "A booking for tomorrow can be cancelled although its tee time is inside the cutoff.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _cutoff_by_calendar_day(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or "cutoff" not in code_of(answer):
        return answer
    now = await world_time(call)
    read = await aside(call).upstream("GET", call.path)
    booking = data_of(read)
    if not booking or booking["date"] != days_after(now.date().isoformat(), 1):
        return answer
    disguise(call, booking["id"], put("status", "cancelled"))
    ended = {"status": "cancelled", "cancellationDate": f"{now:{_TIMESTAMP}}"}
    kept = {"id": booking["id"], "bookingReference": booking["bookingReference"]}
    return read.with_json({"data": kept | ended})
