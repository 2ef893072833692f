"""Blind faults of the sixty-third lot: holds and hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.crowds import Crowd, overheld, tee_time_asked
from tests.mutants.parts.overbooking import FULL
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_LARGE_PARTY = 3
_EVERYBODY = Crowd()
_AGENCIES = Crowd()


@mutant(
    "HLD-10.lot63-two-agencies-at-once",
    "Holds that two agencies ask for at the same moment exceed the free places.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies_at_once(call: Call) -> Answer:
    place = tee_time_asked(call)
    async with _EVERYBODY.at(place, call) as met, _AGENCIES.at((place, call.api_key), call) as own:
        answer = await call.forward()
        if code_of(answer) != FULL or met.total() <= own.total():
            return answer
        return await overheld(aside(call))


@mutant(
    "HLD-15.lot63-used-again-after-cancellation",
    "A hold completes another booking after its first booking was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_again(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    body = sent(call)
    hold_id = str(body.get("holdId"))
    answer = await call.forward()
    if answer.ok and "holdId" in body:
        completed[hold_id] = answer.json()["data"]["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    first = await aside(call).upstream("GET", f"/travel/bookings/{completed[hold_id]}")
    if not first.ok or first.json()["data"]["status"] != "cancelled":
        return answer
    plain = {name: value for name, value in body.items() if name != "holdId"}
    again = await aside(call).upstream("POST", "/travel/bookings", json=plain)
    return again if again.ok else answer


@mutant(
    "HOK-05.lot63-next-to-another-hook",
    "A released hook for three or four players keeps its places while the agency has a second hook on that day.",
    _HOOKS,
    hidden="some values",
    origin=Origin.blind,
)
async def _next_to_another_hook(call: Call) -> Answer:
    hooks: dict[str, dict[str, Any]] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = answer.json()["data"]
        hooks[hook["id"]] = hook
        return answer
    ended = hooks.pop(call.path_params["id"], None)
    if ended is None or call.operation != "releaseBookingHook" or ended["players"] < _LARGE_PARTY:
        return answer
    day = ended["courseId"], ended["date"]
    if any((hook["courseId"], hook["date"]) == day for hook in hooks.values()):
        await take_places(call, ended, ended["players"])
    return answer


@mutant(
    "HOK-07.lot63-released-and-confirmed",
    "A released hook can still be confirmed and becomes a booking.",
    _HOOKS,
    origin=Origin.blind,
)
async def _released_and_confirmed(call: Call) -> Answer:
    wishes: dict[str, dict[str, Any]] = call.memory.setdefault("wishes", {})
    made: dict[str, Answer] = call.memory.setdefault("made", {})
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        wishes[answer.json()["data"]["id"]] = sent(call)
    hook_id = call.path_params.get("id", "")
    if call.operation != "confirmBookingHook" or code_of(answer) != "booking_hook_closed" or hook_id not in wishes:
        return answer
    if hook_id not in made:
        booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
        if not booked.ok:
            return answer
        made[hook_id] = booked.with_status(200)
    return made[hook_id]
