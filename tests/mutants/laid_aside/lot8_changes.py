"""Blind faults of the eighth lot: changes and cancellations."""

from __future__ import annotations

from datetime import datetime, timedelta

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, in_disguise, shown
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, mutant

# How long a course takes that answers a pending booking.
_ANSWER_TAKES = timedelta(minutes=120)


def _is_whole(booking: Booking) -> bool:
    """Whether this is a booking and not the short answer to a cancellation."""
    return "players" in booking


@mutant(
    "BKU-05.lot8-reference-is-internal",
    "Where modificationAllowed is false, a change of agencyBookingReference alone is accepted.",
    BOOKING_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _reference_is_internal(call: Call) -> Answer:
    answer = await shown(call)
    body = sent(call)
    if code_of(answer) != "modification_not_allowed" or set(body) != {"agencyBookingReference"}:
        return answer
    disguise(call, call.path_params["id"], where(_is_whole, lambda booking: booking | body))
    return in_disguise(call, await aside(call).upstream("GET", call.path))


@mutant(
    "BKX-09.lot8-late-answer",
    "A booking that was cancelled while it was pending becomes confirmed two hours after its creation.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _late_answer(call: Call) -> Answer:
    due: dict[str, datetime] = call.memory.setdefault("due", {})
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    now = await world_time(call) if due else None
    for booking_id, moment in list(due.items()):
        if now and now >= moment:
            del due[booking_id]
            disguise(call, booking_id, where(_is_whole, put("status", "confirmed")))
    answer = await shown(call)
    if answer.ok and before.get("status") == "pending":
        due[before["id"]] = moment_of(before["createdAt"]) + _ANSWER_TAKES
    return answer
