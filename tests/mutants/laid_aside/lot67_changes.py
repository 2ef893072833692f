"""Blind faults of the sixty-seventh lot: changes."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.changes import MODIFIABLE
from tests.mutants.parts.disguises import Booking, asked_for, every_booking, one_page
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "BKU-09.lot67-pending-notes-blanked",
    "A change of the players alone empties the special requests of a pending booking.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _pending_notes_blanked(call: Call) -> Answer:
    if set(sent(call)) != {"players"}:
        return await call.forward()
    booking = await booking_of(call)
    if booking.get("status") != "pending" or not booking.get("specialRequests"):
        return await call.forward()
    return await call.with_json(sent(call) | {"specialRequests": ""}).forward()


@mutant(
    "BKU-10.lot67-lowered-among-others",
    "A change that lowers the players and sends another member too returns no places.",
    "updateBooking",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _lowered_among_others(call: Call) -> Answer:
    members = [name for name in MODIFIABLE if name in sent(call)]
    if "players" not in members or len(members) == 1:
        return await call.forward()
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before.get("status") == "confirmed":
        lost = before["players"] - answer.json()["data"]["players"]
        if lost > 0:
            await take_places(call, before, lost)
    return answer


@mutant(
    "BKX-07.lot67-places-as-created",
    "A cancellation returns the places the booking was created with, not those it was raised to.",
    "createBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_as_created(call: Call) -> Answer:
    created: dict[str, int] = call.memory.setdefault("created", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        booking = answer.json()["data"]
        created[booking["id"]] = booking["players"]
    elif before.get("status") == "confirmed":
        raised = before["players"] - created.get(before["id"], before["players"])
        if raised > 0:
            await take_places(call, before, raised)
    return answer


def _as_indexed(call: Call, booking: Booking, stale: set[str]) -> bool:
    known = booking | {"status": "confirmed"} if booking["id"] in stale else booking
    return asked_for(call, known)


@mutant(
    "BKX-04.lot67-index-by-day-stale",
    "A booking that was changed and then cancelled stays among the confirmed in lists by status and date.",
    "updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _index_by_day_stale(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    stale: set[str] = call.memory.setdefault("stale", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateBooking":
        changed.add(call.path_params["id"])
    elif call.operation == "cancelBooking":
        stale |= changed & {call.path_params["id"]}
    elif stale and "status" in call.query and {"startDate", "endDate"} & set(call.query):
        found = [booking for booking in await every_booking(call) if _as_indexed(call, booking, stale)]
        return one_page(call, answer, found)
    return answer


json_answer(
    "BKX-05.lot67-midnight-of-the-day",
    "cancellationDate is midnight of the day of the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda stamp: f"{stamp[:10]}T00:00:00Z"),
    origin=Origin.blind,
)
