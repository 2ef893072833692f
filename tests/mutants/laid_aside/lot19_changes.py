"""Blind faults of changing, confirming and cancelling bookings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import (
    EVERY_BOOKING,
    body_of,
    booked_elsewhere,
    data_of,
    give_credit,
    memory_of_world,
    moment_of,
    overlaid,
    places_at,
    pretend,
    slot_of,
    whole_number,
    with_more_places,
)
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_CREDIT = "INV-02.lot19-cancelled-twice"
_TEXTS = ("specialRequests", "agencyBookingReference")
_BEHIND = timedelta(minutes=1)
# Within this many hours of the cutoff the time zone of the course would matter.
_SURELY = timedelta(hours=3)


# A plain fault.
json_answer(
    "BKX-05.lot19-local-time",
    "cancellationDate is Central European time that says it is UTC, an hour late.",
    "cancelBooking",
    alter("data.cancellationDate", lambda text: f"{moment_of(text) + timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "BKU-09.lot19-stale-replica",
    "A second change within a minute undoes the first: it writes back what it read from a replica.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _stale_replica(call: Call) -> Answer:
    before: dict[str, Any] = call.memory.setdefault("before", {})
    now, booking = await world_time(call), await booking_of(call)
    at, replica = before.get(call.path_params["id"], (now - _BEHIND, {}))
    stale = {
        name: replica.get(name, "")
        for name in _TEXTS
        if now - at < _BEHIND and name not in body_of(call) and replica.get(name, "") != booking.get(name, "")
    }
    answer = await call.forward()
    if not answer.ok:
        return answer
    if now - at >= _BEHIND:
        before[call.path_params["id"]] = (now, booking)
    if not replica or not stale:
        return answer
    undone = await aside(call).upstream("PUT", call.path, json=stale)
    return undone if undone.ok else answer


async def _is_late(call: Call, booking: dict[str, Any]) -> bool:
    """Whether changes of a booking were over when it was made."""
    answer = await aside(call).upstream("GET", f"/travel/courses/{booking['course']['id']}/terms")
    hours = answer.json()["data"]["bookingTerms"]["modificationCutoffHours"] if answer.ok else 0
    plays_at = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    return plays_at - await world_time(call) < timedelta(hours=hours) - _SURELY


@mutant(
    "BKU-06.lot19-lock-never-comes",
    "A booking made inside the cutoff can be changed: the event that locks it was due before it was made.",
    EVERY_BOOKING,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _lock_never_comes(call: Call) -> Answer:
    late: set[str] = call.memory.setdefault("late", set())
    answer = overlaid(call, await call.forward())
    if call.operation == "createBooking" and answer.ok and await _is_late(call, data_of(answer)):
        late.add(data_of(answer)["id"])
    if code_of(answer) != "modification_cutoff_passed" or call.path_params["id"] not in late:
        return answer
    booking = await booking_of(call)
    players = body_of(call).get("players")
    if players is not None and not 1 <= whole_number(players) <= booking["players"]:
        return answer
    pretend(call, booking["id"], **body_of(call))
    read = await aside(call).upstream("GET", call.path)
    return overlaid(call, read)


@mutant(
    "BST-01.lot19-answer-to-old-version",
    "A booking that is changed while pending stays pending: the course confirms a version that is gone.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _answer_to_old_version(call: Call) -> Answer:
    answer = await shown(call)
    changed: set[str] = call.memory.setdefault("changed", set())
    booking = data_of(answer) if call.operation == "updateBooking" else {}
    if booking.get("status") != "pending" or booking["id"] in changed:
        return answer
    changed.add(booking["id"])
    disguise(call, booking["id"], lambda kept: kept | ({"status": "pending"} if kept["status"] == "confirmed" else {}))
    return in_disguise(call, answer)


@mutant(
    _CREDIT,
    "A cancellation that is sent again returns the places again, so that a tee time is sold beyond its places.",
    f"{EVERY_BOOKING} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_twice(call: Call) -> Answer:
    credit = memory_of_world(call, _CREDIT)
    if call.operation == "listTeeTimes":
        return await with_more_places(call, lambda slot: int(credit.get(slot, 0)))
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = overlaid(call, await call.forward())
    if before.get("status") == "cancelled" and answer.ok:
        give_credit(call, _CREDIT, slot_of(before), before["players"])
    if call.operation != "createBooking" or answer.status != 409 or "holdId" in body_of(call):
        return answer
    slot, players = slot_of(body_of(call)), whole_number(body_of(call).get("players"))
    lacking = players - await places_at(aside(call), slot)
    if lacking <= 0 or credit.get(slot, 0) < lacking:
        return answer
    booked = await booked_elsewhere(aside(call))
    if booked.ok:
        give_credit(call, _CREDIT, slot, -lacking)
    return booked if booked.ok else answer
