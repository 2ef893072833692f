"""Blind faults of booking hooks."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import asked_for, every_booking, one_page
from tests.mutants.parts.pretending import Json, data_of, memory_of_world, moment_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SHARED_EXPIRY = "HOK-04.lot26-expires-with-the-first"
_RETRIES = 2


# A plain fault.
@mutant(
    "HOK-06.lot26-confirmed-into-nothing",
    "The booking that a confirmed hook becomes can neither be read nor listed.",
    "confirmBookingHook getBooking listBookings",
    origin=Origin.blind,
)
async def _confirmed_into_nothing(call: Call) -> Answer:
    lost: set[str] = call.memory.setdefault("lost", set())
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "confirmBookingHook":
        lost.add(data_of(answer)["id"])
    elif call.operation == "getBooking":
        if call.path_params["id"] in lost:
            return await a_refusal(call, 404, "booking_not_found", "Booking not found.")
    elif lost:
        kept = [item for item in await every_booking(call) if item["id"] not in lost and asked_for(call, item)]
        return one_page(call, answer, kept)
    return answer


# Faults under a condition.
@mutant(
    "HOK-05.lot26-release-of-yesterdays-hook",
    "The release of a hook returns its places only on the day on which the hook was made.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _release_of_yesterdays_hook(call: Call) -> Answer:
    made: dict[str, Json] = call.memory.setdefault("made", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        hook = data_of(answer)
        made[hook["id"]] = hook
        return answer
    released = made.pop(call.path_params["id"], None)
    if released and moment_of(released["createdAt"]).date() < (await world_time(call)).date():
        await take_places(call, released, released["players"])
    return answer


async def _end_those_over(call: Call, hooks: dict[str, Any]) -> None:
    """Releases the hooks whose shortened time is over."""
    now = await world_time(call)
    for hook_id, hook in list(hooks.items()):
        if moment_of(hook["expiresAt"]) <= now:
            del hooks[hook_id]
            await aside(call).upstream(
                "DELETE", f"/travel/bookings/hooks/{hook_id}", headers={"x-api-key": hook["owner"]}
            )


@mutant(
    _SHARED_EXPIRY,
    "A hook at a course where the agency has an older hook ends together with the older one.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes createBooking holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _expires_with_the_first(call: Call) -> Answer:
    hooks = memory_of_world(call, _SHARED_EXPIRY)
    await _end_those_over(call, hooks)
    answer = await call.forward()
    if answer.ok and call.operation in ("confirmBookingHook", "releaseBookingHook"):
        hooks.pop(call.path_params["id"], None)
    if not answer.ok or call.operation != "createBookingHook":
        return answer
    hook = data_of(answer)
    ends = [
        older["expiresAt"]
        for older in hooks.values()
        if (older["owner"], older["courseId"]) == (call.api_key, hook["courseId"])
    ]
    hook["expiresAt"] = min([hook["expiresAt"], *ends])
    hooks[hook["id"]] = hook | {"owner": call.api_key}
    return answer.with_json({"data": hook})


@mutant(
    "HOK-07.lot26-second-try-confirms",
    "A released hook is confirmed all the same when its confirmation is tried a second time.",
    "createBookingHook releaseBookingHook confirmBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_try_confirms(call: Call) -> Answer:
    wishes: dict[str, Json] = call.memory.setdefault("wishes", {})
    tries: dict[str, int] = call.memory.setdefault("tries", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            wishes[data_of(answer)["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        if answer.ok:
            tries[hook_id] = 0
        return answer
    if answer.ok or hook_id not in tries or hook_id not in wishes:
        return answer
    tries[hook_id] += 1
    if tries[hook_id] < _RETRIES:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=wishes[hook_id])
    return booked.with_status(200) if booked.ok else answer
