"""Faults of changing and cancelling bookings."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, asked_for, disguise, every_booking, in_disguise, one_page
from tests.mutants.parts.disguises import shown as in_their_disguises
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

# Tee times are in the time of the course: nowhere in Europe is that further from UTC.
_ZONES = timedelta(hours=4)

json_answer(
    "BKX-02.lot13-cancellation-number",
    "The answer to a cancellation has the number of the cancellation for the reference of the booking.",
    "cancelBooking",
    alter("data.bookingReference", lambda reference: f"{reference}-C"),
    origin=Origin.blind,
)


@mutant(
    "BKX-04.lot13-changed-before",
    "The list keeps a booking as confirmed when it was changed before it was cancelled.",
    "updateBooking cancelBooking listBookings",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _listed_by_its_change(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    changed: set[str] = call.memory.setdefault("changed", set())
    kept: set[str] = call.memory.setdefault("kept", set())
    if call.operation == "updateBooking":
        changed.add(call.path_params["id"])
    elif call.operation == "cancelBooking":
        kept |= changed & {call.path_params["id"]}
    elif kept:
        every = [item | ({"status": "confirmed"} if item["id"] in kept else {}) for item in await every_booking(call)]
        return one_page(call, answer, [item for item in every if asked_for(call, item)])
    return answer


async def _was_made_in_time(call: Call, booking: dict[str, Any]) -> bool:
    """Whether the booking was made before the cutoff of its course."""
    terms = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    if not terms.ok:
        return False
    cutoff = timedelta(hours=terms.json()["data"]["bookingTerms"]["selfServiceCancellationCutoffHours"])
    tee_time = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}:00+00:00")
    return tee_time - datetime.fromisoformat(booking["createdAt"]) > cutoff + _ZONES


@mutant(
    "BKX-06.lot13-made-in-time",
    "The cutoff is looked at when a booking is made: one that was made before it can be cancelled until it is played.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _cancelled_late(call: Call) -> Answer:
    answer = await in_their_disguises(call)
    if call.operation != "cancelBooking" or code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking = await booking_of(call)
    if not booking or not await _was_made_in_time(call, booking):
        return answer
    disguise(call, booking["id"], put("status", "cancelled"))
    now = f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"
    told = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    return (
        answer.with_status(200)
        .with_header("content-type", "application/json")
        .with_json({"data": told | {"cancellationDate": now}})
    )


@mutant(
    "BKU-08.lot13-up-again",
    "A booking that was lowered may grow to its old size again, although others have taken the places.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _up_again(call: Call) -> Answer:
    if call.operation != "updateBooking":
        return await in_their_disguises(call)
    largest: dict[str, int] = call.memory.setdefault("largest", {})
    before = await booking_of(call)
    answer = await in_their_disguises(call)
    wanted = sent(call).get("players")
    if not before or not isinstance(wanted, int):
        return answer
    booking_id = str(before["id"])
    if answer.ok:
        largest[booking_id] = max(largest.get(booking_id, 0), before["players"])
        call.memory.get("disguises", {}).pop(booking_id, None)
        body = answer.json()
        return answer.with_json(body | {"data": body["data"] | {"players": wanted}})
    if code_of(answer) != "tee_time_unavailable" or not before["players"] < wanted <= largest.get(booking_id, 0):
        return answer
    changed = await changed_without(call, "players")
    if not changed.ok:
        return answer
    disguise(call, booking_id, put("players", wanted))
    return in_disguise(call, changed)
