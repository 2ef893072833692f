"""Blind faults of the sixty-sixth lot: changes and cancellations."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.histories import changes_by_booking, note_change
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_AFTERNOON = "12:00"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"


@mutant(
    "BKU-03.lot66-reference-not-changed",
    "A change of agencyBookingReference is accepted and not made.",
    "updateBooking",
    origin=Origin.blind,
)
async def _reference_not_changed(call: Call) -> Answer:
    if "agencyBookingReference" not in sent(call):
        return await call.forward()
    return await changed_without(call, "agencyBookingReference")


@mutant(
    "BKU-09.lot66-pending-loses-its-requests",
    "A change of a pending booking that does not send the special requests empties them.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _pending_loses_its_requests(call: Call) -> Answer:
    body = sent(call)
    if not body or "specialRequests" in body:
        return await call.forward()
    booking = await booking_of(call)
    if booking.get("status") != "pending" or not booking.get("specialRequests"):
        return await call.forward()
    return await call.with_json(body | {"specialRequests": ""}).forward()


@mutant(
    "BKU-12.lot66-created-at-the-second-change",
    "A change to fewer players of a booking that was changed before sets createdAt to the time of the change.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _created_at_the_second_change(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await shown(call)
    before = await booking_of(call)
    answer = await shown(call)
    changed_before = changes_by_booking(call)[call.path_params["id"]] > 0
    note_change(call, answer)
    if not answer.ok or not changed_before or answer.json()["data"]["players"] >= before["players"]:
        return answer
    now = await world_time(call)
    disguise(call, call.path_params["id"], put("createdAt", f"{now:{_TIMESTAMP}}"))
    return in_disguise(call, answer)


@mutant(
    "BKX-07.lot66-added-players-keep-their-places",
    "The cancellation of a booking returns only the places that it had before players were added.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _added_players_keep_their_places(call: Call) -> Answer:
    added: Counter[str] = call.memory.setdefault("added", Counter())
    before = await booking_of(call)
    answer = await call.forward()
    booking_id = call.path_params["id"]
    if not answer.ok or not before:
        return answer
    if call.operation == "updateBooking":
        added[booking_id] += max(0, answer.json()["data"]["players"] - before["players"])
    elif places := min(added.pop(booking_id, 0), before["players"]):
        await take_places(call, before, places)
    return answer


@mutant(
    "BKX-06.lot66-tomorrow-afternoon-is-late-enough",
    "A booking for the afternoon of the next day can be cancelled inside the cutoff.",
    BOOKING_OPERATIONS,
    hidden="certain days",
    origin=Origin.blind,
)
async def _tomorrow_afternoon_is_late_enough(call: Call) -> Answer:
    answer = await shown(call)
    if call.operation != "cancelBooking" or "cutoff" not in code_of(answer):
        return answer
    now = await world_time(call)
    kept = await aside(call).upstream("GET", call.path)
    booking = kept.json()["data"] if kept.ok else {}
    tomorrow = now.date() + timedelta(days=1)
    if not booking or date.fromisoformat(booking["date"]) != tomorrow or booking["teeTime"] < _AFTERNOON:
        return answer
    disguise(call, booking["id"], put("status", "cancelled"))
    told = {name: booking[name] for name in ("id", "bookingReference")}
    return kept.with_json({"data": told | {"status": "cancelled", "cancellationDate": f"{now:{_TIMESTAMP}}"}})
