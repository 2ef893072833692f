"""Blind faults of booking hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.asking import has_dates
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, memory_of_world, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_BETWEEN = "HOK-05.lot33-booked-in-between"


# Faults under a condition.
@mutant(
    _BETWEEN,
    "The release of a hook returns no places if its tee time was booked since the hook began.",
    "createBookingHook releaseBookingHook createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _booked_in_between(call: Call) -> Answer:
    hooks: dict[str, Any] = memory_of_world(call, _BETWEEN)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = data_of(answer) | {"booked": False}
    if call.operation == "createBooking":
        for hook in hooks.values():
            hook["booked"] = hook["booked"] or slot_of(hook) == slot_of(data_of(answer))
    if call.operation == "releaseBookingHook":
        released = hooks.pop(call.path_params["id"], None)
        if released and released["booked"]:
            await take_places(call, released, released["players"])
    return answer


@mutant(
    "HOK-06.lot33-hidden-by-dates",
    "The booking of a confirmed hook is missing in lists with a date filter.",
    "confirmBookingHook listBookings",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _hidden_by_dates(call: Call) -> Answer:
    from_hooks: set[str] = call.memory.setdefault("from hooks", set())
    answer = await call.forward()
    if answer.ok and call.operation == "confirmBookingHook":
        from_hooks.add(data_of(answer)["id"])
        return answer
    if not answer.ok or not has_dates(call) or not from_hooks:
        return answer
    every = await every_booking(call)
    return one_page(call, answer, [item for item in every if asked_for(call, item) and item["id"] not in from_hooks])


@mutant(
    "HOK-07.lot33-released-twice",
    "A hook that was released twice can be confirmed again.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_twice(call: Call) -> Answer:
    asked: dict[str, Any] = call.memory.setdefault("asked", {})
    releases: dict[str, int] = call.memory.setdefault("releases", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            asked[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        releases[hook_id] = releases.get(hook_id, 0) + answer.ok
        return answer
    if answer.ok or releases.get(hook_id, 0) != 2 or hook_id not in asked:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=asked[hook_id])
    if not booked.ok:
        return answer
    del asked[hook_id]
    return booked.with_status(200)
