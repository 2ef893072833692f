"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.pretending import conflict, data_of, moment_of, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_TEN_DAYS = timedelta(days=10)


@mutant(
    "HOK-04.lot27-ten-days",
    "A hook says that it lasts 14 days, and cannot be confirmed after ten.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_days(call: Call) -> Answer:
    made: dict[str, str] = call.memory.setdefault("made", {})
    if call.operation == "confirmBookingHook":
        created = made.get(call.path_params["id"])
        is_late = created is not None and await world_time(call) - moment_of(created) > _TEN_DAYS
        return await (conflict(call) if is_late else call.forward())
    answer = await call.forward()
    if answer.ok:
        made[data_of(answer)["id"]] = data_of(answer)["createdAt"]
    return answer


@mutant(
    "HOK-07.lot27-released-and-hooked-again",
    "A released hook can be confirmed while the agency has another hook at its tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_and_hooked_again(call: Call) -> Answer:
    live: dict[str, Any] = call.memory.setdefault("live", {})
    released: dict[str, Any] = call.memory.setdefault("released", {})
    answer = await call.forward()
    hook_id = call.path_params.get("id", "")
    if call.operation == "createBookingHook":
        if answer.ok:
            live[data_of(answer)["id"]] = data_of(answer)
        return answer
    if answer.ok:
        hook = live.pop(hook_id, None)
        if hook and call.operation == "releaseBookingHook":
            released[hook_id] = hook
        return answer
    if call.operation != "confirmBookingHook" or hook_id not in released:
        return answer
    other = next((key for key, hook in live.items() if slot_of(hook) == slot_of(released[hook_id])), None)
    if other is None:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{other}/confirm", json=call.json())
    if confirmed.ok:
        del live[other]
    return confirmed


@mutant(
    "BKX-07.lot27-places-of-a-hook",
    "The places of a cancelled booking that came from a hook do not return.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _places_of_a_hook(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(data_of(answer)["id"])
    elif call.path_params["id"] in hooked:
        hooked.discard(call.path_params["id"])
        if booking := await booking_of(call):
            await take_places(call, booking, booking["players"])
    return answer
