"""Blind faults of the fifty-sixth lot: holds and hooks."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgetful_sheets import tee_sheets_forget
from tests.mutants.parts.forgotten_places import Taking
from tests.mutants.parts.pretending import data_of, memory_of_world
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_EARLY_HOOKS = "HOK-04.lot56-further-hook-ends-after-a-week"
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_FAR_DAYS = 60
_A_WEEK = timedelta(days=7)


def _is_old_and_of_another(taking: Taking, call: Call, now: datetime) -> bool:
    if taking.at is None or taking.api_key == call.api_key:
        return False
    return timedelta(minutes=10) <= now - taking.at < timedelta(minutes=15)


tee_sheets_forget(
    "HLD-05.lot56-offered-in-the-last-minutes",
    "In the last five minutes of a hold its places are offered to other agencies.",
    "holdTeeTime",
    lambda taken: taken.players,
    look=_is_old_and_of_another,
    hidden="after a while",
    origin=Origin.blind,
)


@mutant(
    "HLD-15.lot56-hold-free-again-after-cancellation",
    "A hold id completes a further booking when the booking that it completed is cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_free_again(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    body = sent(call)
    hold_id = body.get("holdId")
    if answer.ok and isinstance(hold_id, str):
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    former = await aside(call).upstream("GET", f"/travel/bookings/{completed[hold_id]}")
    if data_of(former).get("status") != "cancelled":
        return answer
    rest = {name: value for name, value in body.items() if name != "holdId"}
    again = await aside(call).upstream("POST", "/travel/bookings", json=rest)
    if not again.ok:
        return answer
    completed[hold_id] = data_of(again)["id"]
    return again


@mutant(
    "HOK-07.lot56-released-hook-confirmed",
    "A released hook can be confirmed and becomes a booking.",
    _HOOKS,
    origin=Origin.blind,
)
async def _released_hook_confirmed(call: Call) -> Answer:
    wishes: dict[str, Any] = call.memory.setdefault("wishes", {})
    released: set[str] = call.memory.setdefault("released", set())
    answer = await call.forward()
    hook_id = call.path_params.get("id", "")
    if call.operation == "createBookingHook" and answer.ok:
        wishes[data_of(answer)["id"]] = call.json()
    if call.operation == "releaseBookingHook" and answer.ok:
        released.add(hook_id)
    if call.operation != "confirmBookingHook" or answer.ok or hook_id not in released & wishes.keys():
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
    if not booked.ok:
        return answer
    released.discard(hook_id)
    return booked.with_status(200)


@mutant(
    _EARLY_HOOKS,
    "A hook for a day more than 60 days ahead ends after a week when the agency has another open hook.",
    f"{_HOOKS} listTeeTimes checkAvailability createBooking holdTeeTime",
    hidden="after a while",
    origin=Origin.blind,
)
async def _early_hooks(call: Call) -> Answer:
    open_hooks: dict[str, str] = memory_of_world(call, _EARLY_HOOKS).setdefault("open", {})
    ending: dict[str, datetime] = memory_of_world(call, _EARLY_HOOKS).setdefault("ending", {})
    if ending:
        await _end_hooks(call, open_hooks, ending)
    answer = await call.forward()
    if call.operation == "createBookingHook" and answer.ok:
        hook = data_of(answer)
        now = await world_time(call)
        is_far = (date.fromisoformat(hook["date"]) - now.date()).days > _FAR_DAYS
        if is_far and call.api_key in open_hooks.values():
            ending[hook["id"]] = now + _A_WEEK
        open_hooks[hook["id"]] = call.api_key
    if call.operation in ("confirmBookingHook", "releaseBookingHook") and answer.ok:
        open_hooks.pop(call.path_params["id"], None)
        ending.pop(call.path_params["id"], None)
    return answer


async def _end_hooks(call: Call, open_hooks: dict[str, str], ending: dict[str, datetime]) -> None:
    now = await world_time(call)
    for hook_id in [hook_id for hook_id, end in ending.items() if end <= now]:
        del ending[hook_id]
        owner = open_hooks.pop(hook_id, call.api_key)
        await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hook_id}", headers={"x-api-key": owner})
