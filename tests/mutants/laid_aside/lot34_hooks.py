"""Blind faults of booking hooks and of the bookings that they become."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import Json, data_of, moment_of, slot_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_KEPT = timedelta(days=10)


@mutant(
    "HOK-07.lot34-found-by-tee-time",
    "Confirming a released hook confirms another hook that the agency has at the same tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _found_by_tee_time(call: Call) -> Answer:
    live: dict[str, Json] = call.memory.setdefault("live", {})
    released: dict[str, Json] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            live[data_of(answer)["id"]] = data_of(answer)
        return answer
    hook_id = call.path_params["id"]
    if answer.ok:
        ended = live.pop(hook_id, None)
        if ended and call.operation == "releaseBookingHook":
            released[hook_id] = ended
        return answer
    if call.operation != "confirmBookingHook" or hook_id not in released:
        return answer
    slot = slot_of(released[hook_id])
    other = next((name for name, hook in live.items() if slot_of(hook) == slot), None)
    if other is None:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{other}/confirm")
    if not confirmed.ok:
        return answer
    del live[other]
    return confirmed


@mutant(
    "HOK-04.lot34-gone-after-ten-days",
    "A hook that is more than ten days old cannot be confirmed any more.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _gone_after_ten_days(call: Call) -> Answer:
    created: dict[str, str] = call.memory.setdefault("created", {})
    if call.operation == "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            created[data_of(answer)["id"]] = data_of(answer)["createdAt"]
        return answer
    born = created.get(call.path_params["id"])
    if born is not None and await world_time(call) - moment_of(born) > _KEPT:
        return await a_refusal(call, 409, "booking_hook_expired", "The booking hook has expired.")
    answer = await call.forward()
    if answer.ok:
        # A hook that was confirmed in time stays confirmed.
        created.pop(call.path_params["id"], None)
    return answer


@mutant(
    "BKL-13.lot34-hooked-without-a-status",
    "Bookings that were made by confirming a hook are missing from lists that filter by status.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _hooked_without_a_status(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(data_of(answer)["id"])
        return answer
    if not hooked or not call.query.get("status"):
        return answer
    found = [kept for kept in await every_booking(call) if asked_for(call, kept) and kept["id"] not in hooked]
    return one_page(call, answer, found)
