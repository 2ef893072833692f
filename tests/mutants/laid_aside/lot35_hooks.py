"""Blind faults of booking hooks and of the bookings that they become."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import (
    BOOKING_OPERATIONS,
    Booking,
    asked_for,
    disguise,
    every_booking,
    in_disguise,
    one_page,
    shown,
)
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, mutant

_WITH_THE_FIRST = "HOK-04.lot35-ends-with-the-first"
_LONG_AGO = timedelta(hours=1)


@mutant(
    _WITH_THE_FIRST,
    "A second hook of an agency at a course ends with the first one, that was made an hour ago or more.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _ends_with_the_first(call: Call) -> Answer:
    await _end_early(call)
    answer = await call.forward()
    if call.operation != "createBookingHook" or not answer.ok:
        return answer
    hook, now = data_of(answer), await world_time(call)
    firsts: dict[str, str] = call.memory.setdefault("firsts", {})
    first = firsts.get(hook["courseId"])
    if first is None or moment_of(first) <= now:
        firsts[hook["courseId"]] = hook["expiresAt"]
        return answer
    if moment_of(hook["expiresAt"]) - moment_of(first) < _LONG_AGO:
        return answer
    memory_of_world(call, _WITH_THE_FIRST)[hook["id"]] = (call.api_key, first)
    return answer.with_json(alter("data.expiresAt", lambda _: first)(answer.json()))


async def _end_early(call: Call) -> None:
    """Releases the hooks whose shortened time is over."""
    ends: dict[str, Any] = memory_of_world(call, _WITH_THE_FIRST)
    if not ends:
        return
    now = await world_time(call)
    for hook_id, (owner, moment) in list(ends.items()):
        if moment_of(moment) <= now:
            ends.pop(hook_id, None)
            await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hook_id}", headers={"x-api-key": owner})


@mutant(
    "HOK-06.lot35-not-by-date",
    "A booking list between dates leaves out the bookings that were hooks.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _not_by_date(call: Call) -> Answer:
    hooked: dict[str, bool] = call.memory.setdefault("hooked", {})
    answer = await call.forward()
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked[data_of(answer)["id"]] = True
        return answer
    if not answer.ok or not hooked or not ("startDate" in call.query or "endDate" in call.query):
        return answer
    found = [booking for booking in await every_booking(call) if booking["id"] not in hooked]
    return one_page(call, answer, [booking for booking in found if asked_for(call, booking)])


def _alive_again(booking: Booking) -> Booking:
    kept = {name: value for name, value in booking.items() if name != "cancellationDate"}
    return kept | {"status": "confirmed"}


@mutant(
    "BKX-09.lot35-hook-confirmed-again",
    "A cancelled booking that was a hook is confirmed again when the hook is confirmed a second time.",
    f"{BOOKING_OPERATIONS} confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hook_confirmed_again(call: Call) -> Answer:
    if call.operation == "cancelBooking":
        answer = await call.forward()
        if answer.ok:
            call.memory.get("disguises", {}).pop(call.path_params["id"], None)
        return answer
    answer = await shown(call)
    if call.operation == "confirmBookingHook" and data_of(answer).get("status") == "cancelled":
        disguise(call, data_of(answer)["id"], _alive_again)
        return in_disguise(call, answer)
    return answer
