"""Blind faults of new bookings and of lists of bookings."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import data_of, memory_of_world, places_at, slot_of, whole_number
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, rename
from tests.mutants.tools.registry import Origin, json_answer, mutant

_RAISED = "BKC-25.lot26-counted-as-first-made"
_TIMESTAMP = "%Y-%m-%dT%H:%M:%SZ"
_LEAD_PLAYER = "/body/leadPlayer"

# A plain fault.
json_answer(
    "BKL-01.lot26-time-of-the-list",
    "List items call the tee time `time`.",
    "listBookings",
    rename("data[*].teeTime", "time"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _RAISED,
    "A booking is accepted on places that another booking took when it was raised to more players.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _counted_as_first_made(call: Call) -> Answer:
    raised = memory_of_world(call, _RAISED)
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if call.operation == "updateBooking" and answer.ok and before.get("status") == "confirmed":
        more = whole_number(sent(call).get("players", before["players"])) - before["players"]
        raised[slot_of(before)] = max(0, raised.get(slot_of(before), 0) + more)
    if call.operation != "createBooking" or code_of(answer) != FULL or not raised.get(slot_of(sent(call))):
        return answer
    slot = slot_of(sent(call))
    over = whole_number(sent(call).get("players")) - await places_at(call, slot)
    if over > raised[slot]:
        return answer
    raised[slot] -= over
    return await overbooked(call)


@mutant(
    "BKC-33.lot26-as-old-as-its-hold",
    "createdAt of a booking from a hold is the time of the hold, minutes before.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _as_old_as_its_hold(call: Call) -> Answer:
    held: dict[str, str] = memory_of_world(call, "BKC-33.lot26-as-old-as-its-hold")
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            held[answer.json()["holdId"]] = f"{await world_time(call):{_TIMESTAMP}}"
        return answer
    answer = await shown(call)
    at = held.get(str(sent(call).get("holdId", ""))) if call.operation == "createBooking" else None
    if not answer.ok or at is None:
        return answer
    disguise(call, data_of(answer)["id"], put("createdAt", at))
    return in_disguise(call, answer)


def _never_confirmed(booking: Any) -> Any:
    return booking | {"status": "pending"} if booking.get("status") == "confirmed" else booking


@mutant(
    "BST-01.lot26-changed-while-pending",
    "A booking that was changed while it was pending stays pending after the course confirms.",
    BOOKING_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_while_pending(call: Call) -> Answer:
    before = await booking_of(call) if call.operation == "updateBooking" else {}
    answer = await shown(call)
    if answer.ok and before.get("status") == "pending":
        disguise(call, before["id"], _never_confirmed)
    return answer


@mutant(
    "ENV-16.lot26-places-before-person",
    "A booking that is refused only for its lead player takes the places of the tee time for good.",
    "createBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _places_before_person(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "invalid_request" or "holdId" in sent(call):
        return answer
    wrong = [str(error.get("pointer", "")) for error in answer.json().get("errors", ())]
    if wrong and all(pointer.startswith(_LEAD_PLAYER) for pointer in wrong):
        await take_places(call, sent(call), whole_number(sent(call)["players"]))
    return answer
