"""Blind faults of booking hooks and of the bookings that they become."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, world_time
from tests.mutants.parts.pretending import Json, data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant


@mutant(
    "HOK-05.lot30-released-on-a-later-day",
    "The release of a hook that is older than 24 hours returns no places.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _released_on_a_later_day(call: Call) -> Answer:
    hooks: dict[str, Json] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer)
        return answer
    hook = hooks.pop(call.path_params["id"], None)
    if hook and await world_time(call) - moment_of(hook["createdAt"]) > timedelta(hours=24):
        await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HOK-07.lot30-released-twice",
    "A hook that was released twice can be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_twice(call: Call) -> Answer:
    wishes: dict[str, Json] = call.memory.setdefault("wishes", {})
    releases: Counter[str] = call.memory.setdefault("releases", Counter())
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            wishes[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        releases[hook_id] += answer.ok
        return answer
    if answer.ok or releases[hook_id] < 2 or hook_id not in wishes:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
    return booked.with_status(200) if booked.ok else answer


@mutant(
    "BKX-10.lot30-booking-from-a-hook",
    "A booking that was a hook before cannot be cancelled: the cancellation does not know its id.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _booking_from_a_hook(call: Call) -> Answer:
    confirmed: dict[str, bool] = call.memory.setdefault("confirmed", {})
    if call.operation == "cancelBooking" and call.path_params["id"] in confirmed:
        return await a_refusal_for_an_unknown_id(aside(call))
    answer = await call.forward()
    if call.operation == "confirmBookingHook" and answer.ok:
        confirmed[data_of(answer)["id"]] = True
    return answer
