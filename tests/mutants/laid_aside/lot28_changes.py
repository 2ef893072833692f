"""Blind faults of changes and cancellations."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.changes import changed_without
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, shown
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    data_of,
    overlaid,
    places_at,
    pretend,
    pretended,
    slot_of,
)
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HELD = "BKU-08.lot28-held-places"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"

# A plain fault.
json_answer(
    "BKX-05.lot28-midnight",
    "cancellationDate is the beginning of the day of the cancellation.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{text[:10]}T00:00:00Z"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKX-07.lot28-places-of-the-first-size",
    "A cancellation returns only as many places as the booking had at first, if players were added later.",
    "createBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _places_of_the_first_size(call: Call) -> Answer:
    first: dict[str, int] = call.memory.setdefault("first", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        first[data_of(answer)["id"]] = data_of(answer)["players"]
    added = before.get("players", 0) - first.get(before.get("id", ""), 4)
    if before.get("status") == "confirmed" and added > 0:
        await take_places(call, before, added)
    return answer


@mutant(
    "BKX-06.lot28-changed-before",
    "A booking that was changed can be cancelled inside the cancellation cutoff.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_before(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    cancelled: dict[str, str] = call.memory.setdefault("cancelled", {})
    answer = await shown(call)
    booking_id = call.path_params.get("id", "")
    if call.operation == "updateBooking" and answer.ok:
        changed.add(booking_id)
    if call.operation != "cancelBooking" or booking_id not in changed or answer.ok:
        return answer
    if code_of(answer) != "cancellation_cutoff_passed":
        return answer
    if booking_id not in cancelled:
        cancelled[booking_id] = f"{await world_time(call):{_TIMESTAMP}}"
        disguise(call, booking_id, put("status", "cancelled"))
    now = await call.upstream("GET", call.path)
    cancellation = {"id": booking_id, "status": "cancelled", "bookingReference": data_of(now)["bookingReference"]}
    return now.with_json({"data": cancellation | {"cancellationDate": cancelled[booking_id]}})


@mutant(
    "BST-01.lot28-changed-while-pending",
    "A booking that was changed while it was pending stays pending when the course confirms it.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    stuck: set[str] = call.memory.setdefault("stuck", set())
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if answer.ok and before.get("status") == "pending" and before["id"] not in stuck:
        stuck.add(before["id"])
        disguise(call, before["id"], where(_is_confirmed, put("status", "pending")))
    return answer


def _is_confirmed(booking: Any) -> bool:
    return bool(booking.get("status") == "confirmed")


@mutant(
    _HELD,
    "A change can raise players onto places that are held.",
    f"holdTeeTime {EVERY_BOOKING}",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _held_places(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, _HELD)
    answer = await call.forward()
    body = sent(call)
    if call.operation == "createBooking" and answer.ok and body.get("holdId"):
        holds = holds_at(call, _HELD, slot_of(body))
        holds[:] = [hold for hold in holds if hold["holdId"] != body["holdId"]]
    if call.operation != "updateBooking" or "players" not in body:
        return overlaid(call, answer)
    booking_id = call.path_params["id"]
    if answer.ok:
        pretended(call).pop(booking_id, None)
    if code_of(answer) != "tee_time_unavailable":
        return answer
    before = await booking_of(call)
    held = players_of((await live_holds(call, _HELD)).get(slot_of(before), []))
    if not held or await places_at(call, slot_of(before)) + held < body["players"] - before["players"]:
        return answer
    pretend(call, booking_id, players=body["players"])
    return overlaid(call, await changed_without(call, "players"))
