"""Blind faults of the forty-second lot: cancellations."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, Booking, disguise, shown
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_COURSE_ANSWERS = timedelta(minutes=30)


@mutant(
    "BKX-05.lot42-day-of-play",
    "cancellationDate is the day of play.",
    "cancelBooking getBooking",
    origin=Origin.blind,
)
async def day_of_play(call: Call) -> Answer:
    """Shows the beginning of the day of play as the time of the cancellation."""
    answer = await call.forward()
    if not answer.ok or "cancellationDate" not in answer.json()["data"]:
        return answer
    body = answer.json()
    booking = await booking_of(call)
    return answer.with_json(body | {"data": body["data"] | {"cancellationDate": f"{booking['date']}T00:00:00Z"}})


async def full_refund_hours(call: Call, course_id: str) -> int:
    """Hours before the tee time until which the course refunds everything."""
    terms = await aside(call).upstream("GET", f"/travel/courses/{course_id}/terms")
    tiers: list[dict[str, Any]] = terms.json()["data"]["cancellationPolicy"]["tiers"]
    return max(int(tier["hoursBeforeTeeTime"]) for tier in tiers)


@mutant(
    "BKX-10.lot42-fee-window",
    "A booking cannot be cancelled any more when a cancellation costs a fee.",
    "cancelBooking",
    hidden="certain days",
    origin=Origin.blind,
)
async def fee_window(call: Call) -> Answer:
    """Refuses a cancellation that would not be refunded in full."""
    booking = await booking_of(call)
    if booking.get("status") != "confirmed":
        return await call.forward()
    start = datetime.fromisoformat(f"{booking['date']}T{booking['teeTime']}").replace(tzinfo=UTC)
    hours = await full_refund_hours(call, booking["course"]["id"])
    if start - await world_time(call) >= timedelta(hours=hours):
        return await call.forward()
    return await a_refusal(call, 409, "cancellation_cutoff_passed", "It is too late for a cancellation without a fee.")


def confirmed_again(booking: Booking) -> Booking:
    """The booking as if it had never been cancelled."""
    alive = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return alive | {"status": "confirmed"}


@mutant(
    "BKX-09.lot42-late-yes-of-the-course",
    "A booking that was cancelled while pending is confirmed again when the course would have answered.",
    BOOKING_OPERATIONS,
    hidden="after a while",
    origin=Origin.blind,
)
async def late_yes(call: Call) -> Answer:
    """Shows bookings that were cancelled while pending as confirmed, half an hour after their creation."""
    waiting: dict[str, datetime] = call.memory.setdefault("waiting", {})
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        answer = await call.forward()
        if answer.ok and before.get("status") == "pending":
            waiting[before["id"]] = moment_of(before["createdAt"]) + _COURSE_ANSWERS
        return answer
    now = await world_time(call) if waiting else None
    for booking_id in [found for found, moment in waiting.items() if now is not None and now >= moment]:
        del waiting[booking_id]
        disguise(call, booking_id, confirmed_again)
    return await shown(call)
