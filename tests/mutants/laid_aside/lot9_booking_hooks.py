"""Blind faults of the ninth lot: booking hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.overbooking import FULL, overbooked, places_free, tee_time_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_clicks = Crowd(FOR_TWO_SECONDS)


# Faults under a condition.
@mutant(
    "HOK-05.lot9-own-hooks",
    "A booking may take the places that a hook of the same agency keeps.",
    f"{BOOKING_OPERATIONS} createBookingHook confirmBookingHook releaseBookingHook",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _own_hooks(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    if call.operation not in BOOKING_OPERATIONS.split():
        answer = await call.forward()
        if answer.ok and call.operation == "createBookingHook":
            hooks[answer.json()["data"]["id"]] = answer.json()["data"]
        elif answer.ok:
            hooks.pop(call.path_params["id"], None)
        return answer
    answer = await shown(call)
    if call.operation != "createBooking" or code_of(answer) != FULL:
        return answer
    wanted = tee_time_of(sent(call))
    own = sum(hook["players"] for hook in hooks.values() if tee_time_of(hook) == wanted)
    if not own or own + await places_free(call, wanted) < sent(call)["players"]:
        return answer
    return await overbooked(call)


@mutant(
    "HOK-06.lot9-double-click",
    "Two confirmations of a hook at the same moment create two bookings where there is room.",
    "confirmBookingHook",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _double_click(call: Call) -> Answer:
    async with _clicks.at(call.path, call) as met:
        answer = await call.forward()
        if not answer.ok or met["confirmBookingHook"] == 1:
            return answer
        confirmed: set[str] = call.memory.setdefault("confirmed", set())
        if call.path not in confirmed:
            confirmed.add(call.path)
            return answer
        booking = answer.json()["data"]
        kept = ("date", "teeTime", "players", "leadPlayer", "agencyBookingReference", "specialRequests")
        body = {name: booking[name] for name in kept if name in booking} | {"courseId": booking["course"]["id"]}
        second = await aside(call).upstream("POST", "/travel/bookings", json=body)
        return answer.with_json(second.json()) if second.ok else answer
