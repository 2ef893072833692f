"""Blind faults of the seventy-third lot: hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.pretending import memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOK_OPERATIONS = "createBookingHook confirmBookingHook releaseBookingHook"
_BOTH = "HOK-05.lot73-releases-the-tee-time"


@mutant(
    "HOK-07.lot73-confirmed-after-release",
    "A hook that was released can still be confirmed.",
    _HOOK_OPERATIONS,
    origin=Origin.blind,
)
async def _confirmed_after_release(call: Call) -> Answer:
    answer = await call.forward()
    asked: dict[str, Any] = call.memory.setdefault("asked", {})
    released: set[str] = call.memory.setdefault("released", set())
    if call.operation == "createBookingHook":
        if answer.ok:
            asked[answer.json()["data"]["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        released |= {hook_id} & set(asked) if answer.ok else set()
    elif code_of(answer) == "booking_hook_closed" and hook_id in released:
        booked = await aside(call).upstream("POST", "/travel/bookings", json=asked[hook_id])
        released.discard(hook_id)
        return booked.with_status(200) if booked.ok else answer
    return answer


@mutant(
    _BOTH,
    "The release of one of an agency's two hooks at a tee time puts the places of the other on sale too.",
    f"{_HOOK_OPERATIONS} listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _releases_the_tee_time(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = memory_of_world(call, _BOTH)
    if call.operation == "listTeeTimes":
        loose = [hook for hook in hooks.values() if hook["loose"]]
        if not loose:
            return await call.forward()
        return await with_more_places(call, lambda slot: sum(hook["players"] for hook in loose if hook["slot"] == slot))
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        own = {"slot": slot_of(hook), "players": hook["players"], "agency": call.api_key, "loose": False}
        hooks[hook["id"]] = own
        return answer
    ended = hooks.pop(call.path_params["id"], None)
    if ended and call.operation == "releaseBookingHook":
        for hook in hooks.values():
            hook["loose"] |= (hook["slot"], hook["agency"]) == (ended["slot"], ended["agency"])
    return answer
