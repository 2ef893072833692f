"""Blind faults of the eighth lot: booking hooks, and the bookings that they become."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_DURATION = timedelta(days=14)
_WORKING_DAYS = 14


def _for_working_days(body: Any) -> Any:
    hook = body["data"]
    ends = created = moment_of(hook["createdAt"])
    # A hook that ends earlier ends at its tee time.
    if moment_of(hook["expiresAt"]) - created < _DURATION:
        return body
    working_days = 0
    while working_days < _WORKING_DAYS:
        ends += timedelta(days=1)
        working_days += ends.weekday() < SATURDAY
    hook["expiresAt"] = f"{ends:%Y-%m-%dT%H:%M:%SZ}"
    return body


# A plain fault.
json_answer(
    "HOK-04.lot8-working-days",
    "A hook lasts fourteen working days.",
    "createBookingHook",
    _for_working_days,
    origin=Origin.blind,
)


def _from_hooks(call: Call) -> set[str]:
    """The ids of the bookings of this key that were hooks."""
    found: set[str] = call.memory.setdefault("from hooks", set())
    return found


async def _confirmed(call: Call) -> Answer:
    """The answer to the confirmation of a hook, whose booking is remembered."""
    answer = await call.forward()
    if answer.ok:
        _from_hooks(call).add(answer.json()["data"]["id"])
    return answer


# Faults under a condition.
@mutant(
    "HOK-06.lot8-not-under-dates",
    "A list with a date filter lacks the bookings that were hooks.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _not_under_dates(call: Call) -> Answer:
    if call.operation == "confirmBookingHook":
        return await _confirmed(call)
    answer = await call.forward()
    if not answer.ok or not has_dates(call) or not _from_hooks(call):
        return answer
    everything = await every_booking(aside(call))
    kept = [booking for booking in everything if booking["id"] not in _from_hooks(call) and asked_for(call, booking)]
    return one_page(call, answer, kept)


@mutant(
    "BKX-07.lot8-from-a-hook",
    "The places of a cancelled booking that was a hook do not return.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _from_a_hook(call: Call) -> Answer:
    if call.operation == "confirmBookingHook":
        return await _confirmed(call)
    before = await booking_of(call)
    answer = await call.forward()
    if answer.ok and before["id"] in _from_hooks(call) and before["status"] != "cancelled":
        await take_places(call, before, before["players"])
    return answer
