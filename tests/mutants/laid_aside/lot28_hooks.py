"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, moment_of, slot_of, true_booking
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_A_DAY = timedelta(hours=24)


@mutant(
    "HOK-05.lot28-cancelled-beside-a-hook",
    "A cancellation also puts the places of the agency's hook at the same tee time on sale.",
    f"{_HOOKS} cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_beside_a_hook(call: Call) -> Answer:
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    freed: dict[str, Any] = call.memory.setdefault("freed", {})
    hook_id = call.path_params.get("id", "")
    if call.operation == "confirmBookingHook" and hook_id in freed:
        answer = await aside(call).upstream("POST", "/travel/bookings", json=freed[hook_id])
        return answer.with_status(200) if answer.ok else answer
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hooks[data_of(answer)["id"]] = sent(call)
    elif call.operation == "cancelBooking":
        slot = slot_of(await true_booking(call, hook_id))
        for other in [other for other, body in hooks.items() if slot_of(body) == slot]:
            freed[other] = hooks.pop(other)
            await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{other}")
    else:
        hooks.pop(hook_id, None)
        freed.pop(hook_id, None)
    return answer


@mutant(
    "HOK-06.lot28-confirmed-a-day-later",
    "A hook that is confirmed more than a day after its creation gives a booking that nobody can read.",
    f"{_HOOKS} getBooking listBookings",
    hidden="after a while",
    origin=Origin.blind,
)
async def _confirmed_a_day_later(call: Call) -> Answer:
    made: dict[str, str] = call.memory.setdefault("made", {})
    lost: set[str] = call.memory.setdefault("lost", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        made[data_of(answer)["id"]] = data_of(answer)["createdAt"]
    elif call.operation == "confirmBookingHook":
        created = made.pop(call.path_params["id"], None)
        if created and await world_time(call) - moment_of(created) > _A_DAY:
            lost.add(data_of(answer)["id"])
    elif call.operation == "getBooking" and call.path_params["id"] in lost:
        return await a_refusal_for_an_unknown_id(call)
    elif call.operation == "listBookings" and lost:
        kept = [booking for booking in await every_booking(call) if booking["id"] not in lost]
        return one_page(call, answer, [booking for booking in kept if asked_for(call, booking)])
    return answer


@mutant(
    "HOK-07.lot28-hooked-again",
    "A released hook can be confirmed once the agency has a new hook for the same tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hooked_again(call: Call) -> Answer:
    live: dict[str, str] = call.memory.setdefault("live", {})
    released: dict[str, str] = call.memory.setdefault("released", {})
    answer = await call.forward()
    hook_id = call.path_params.get("id", "")
    if call.operation == "createBookingHook" and answer.ok:
        live[data_of(answer)["id"]] = slot_of(data_of(answer))
    elif call.operation == "releaseBookingHook" and answer.ok and hook_id in live:
        released[hook_id] = live.pop(hook_id)
    elif call.operation == "confirmBookingHook":
        if answer.ok:
            live.pop(hook_id, None)
        newer = next((other for other, slot in live.items() if slot == released.get(hook_id)), None)
        if not answer.ok and newer:
            answer = await aside(call).upstream("POST", f"/travel/bookings/hooks/{newer}/confirm")
    return answer
