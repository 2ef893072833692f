"""Blind faults of lot 38: lists of cancelled bookings."""

from __future__ import annotations

from tests.mutants.parts.disguises import every_booking, one_page
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


# Faults under a condition.
@mutant(
    "BKL-09.lot38-day-of-cancellation",
    "A list of cancelled bookings applies its dates to the day of the cancellation.",
    "cancelBooking listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _day_of_cancellation(call: Call) -> Answer:
    answer = await call.forward()
    days: dict[str, str] = call.memory
    if answer.ok and call.operation == "cancelBooking":
        cancelled = answer.json()["data"]
        days.setdefault(cancelled["id"], str(cancelled["cancellationDate"])[:10])
    first, last = call.query.get("startDate"), call.query.get("endDate")
    if not answer.ok or call.query.get("status") != "cancelled" or not (first or last):
        return answer
    found = await every_booking(call, status="cancelled")
    dated = [(str(days.get(booking["id"], booking["date"])), booking) for booking in found]
    chosen = [booking for day, booking in dated if (first or "") <= day <= (last or "9999")]
    return one_page(call, answer, chosen)
