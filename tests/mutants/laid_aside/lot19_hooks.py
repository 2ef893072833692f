"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import conflict, data_of, moment_of, places_at, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_MOVED_AFTER = timedelta(days=7)
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"


def _hooks(call: Call) -> dict[str, Any]:
    """The hooks that this agency has made, by id."""
    found: dict[str, Any] = call.memory.setdefault("hooks", {})
    return found


async def _noted(call: Call) -> Answer:
    """The answer to a call, noting the state of its hook."""
    answer = await call.forward()
    if answer.ok and call.operation == "createBookingHook":
        _hooks(call)[data_of(answer)["id"]] = data_of(answer) | {"live": True}
    elif answer.ok and (hook := _hooks(call).get(call.path_params["id"])):
        hook["live"] = False
    return answer


@mutant(
    "HOK-05.lot19-moved-after-a-week",
    "The release of a hook that is older than seven days returns no places.",
    _HOOKS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _moved_after_a_week(call: Call) -> Answer:
    hook = _hooks(call).get(call.path_params.get("id", ""), {})
    live = hook.get("live", False)
    answer = await _noted(call)
    if not answer.ok or call.operation != "releaseBookingHook" or not live:
        return answer
    if await world_time(call) - moment_of(hook["createdAt"]) > _MOVED_AFTER:
        await take_places(call, hook, hook["players"])
    return answer


@mutant(
    "HOK-02.lot19-full-at-confirm",
    "A hook cannot be confirmed once the tee time has no other places: it counts itself as somebody else.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _full_at_confirm(call: Call) -> Answer:
    hook = _hooks(call).get(call.path_params.get("id", ""), {})
    if call.operation == "confirmBookingHook" and hook.get("live") and not await places_at(aside(call), slot_of(hook)):
        return await conflict(call)
    return await _noted(call)


@mutant(
    "HOK-07.lot19-found-by-tee-time",
    "The confirmation of a released hook confirms another hook that the agency has at the tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _found_by_tee_time(call: Call) -> Answer:
    answer = await _noted(call)
    hook = _hooks(call).get(call.path_params.get("id", ""), {})
    if answer.ok or call.operation != "confirmBookingHook" or hook.get("live", True):
        return answer
    for other_id, other in _hooks(call).items():
        if other["live"] and slot_of(other) == slot_of(hook):
            confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{other_id}/confirm")
            other["live"] = not confirmed.ok
            return confirmed if confirmed.ok else answer
    return answer
