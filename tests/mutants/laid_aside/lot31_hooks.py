"""Blind faults of booking hooks and of the bookings that they become."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import data_of, memory_of_world, moment_of, slot_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_AGAIN = "HOK-04.lot31-again-after-release"


async def _end_what_is_over(call: Call) -> None:
    """Releases the hooks of this world that end earlier than the sandbox would end them."""
    early: dict[str, dict[str, Any]] = memory_of_world(call, _AGAIN).setdefault("early", {})
    now = await world_time(call) if early else None
    for hook_id in [hook_id for hook_id, hook in early.items() if now and moment_of(hook["expiresAt"]) <= now]:
        key = early.pop(hook_id)["key"]
        await aside(call).upstream("DELETE", f"/travel/bookings/hooks/{hook_id}", headers={"x-api-key": key})


async def _ends_with_the_first(call: Call, answer: Answer) -> Answer:
    """The answer to a new hook, which ends when the released hook of this agency at its tee time would have ended."""
    memory, hook = memory_of_world(call, _AGAIN), data_of(answer)
    first = memory.setdefault("released", {}).get(f"{call.api_key}|{slot_of(hook)}")
    if first and await world_time(call) < moment_of(first) < moment_of(hook["expiresAt"]):
        memory["early"][hook["id"]] = {"key": call.api_key, "expiresAt": first}
        answer = answer.with_json(put("data.expiresAt", first)(answer.json()))
    memory.setdefault("live", {})[hook["id"]] = data_of(answer)
    return answer


@mutant(
    _AGAIN,
    "A second hook at a tee time whose first hook was released ends when the first would have ended.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _again_after_release(call: Call) -> Answer:
    await _end_what_is_over(call)
    answer = await call.forward()
    if not answer.ok or call.operation == "listTeeTimes":
        return answer
    if call.operation == "createBookingHook":
        return await _ends_with_the_first(call, answer)
    memory = memory_of_world(call, _AGAIN)
    memory["early"].pop(call.path_params["id"], None)
    ended = memory.setdefault("live", {}).pop(call.path_params["id"], None)
    if call.operation == "releaseBookingHook" and ended:
        memory.setdefault("released", {})[f"{call.api_key}|{slot_of(ended)}"] = ended["expiresAt"]
    return answer


@mutant(
    "BKX-07.lot31-from-a-hook",
    "The places of a cancelled booking stay taken when the booking was a hook before.",
    "confirmBookingHook cancelBooking",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _from_a_hook(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        hooked |= {data_of(answer)["id"]} if answer.ok else set()
        return answer
    if call.path_params["id"] not in hooked:
        return await call.forward()
    booking = await booking_of(call)
    answer = await call.forward()
    if answer.ok:
        hooked.discard(call.path_params["id"])
        await take_places(call, booking, booking["players"])
    return answer


@mutant(
    "BKL-13.lot31-was-a-hook",
    "A booking that was a hook before is in none of the lists of a status, and in the list of all.",
    "confirmBookingHook listBookings",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _was_a_hook(call: Call) -> Answer:
    hooked: set[str] = call.memory.setdefault("hooked", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        hooked.add(data_of(answer)["id"])
        return answer
    if "status" not in call.query or not hooked:
        return answer
    found = [booking for booking in await every_booking(call) if asked_for(call, booking)]
    return one_page(call, answer, [booking for booking in found if booking["id"] not in hooked])
