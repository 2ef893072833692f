"""Blind faults of the twelfth lot: tee-time holds and the bookings that complete them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.pretending import body_of, conflict, held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import a_refusal, code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_KEPT_BY_THE_CACHE = timedelta(minutes=10)
_BETWEEN_CLEANINGS = timedelta(minutes=5)
_UNCLEANED = "HLD-08.lot12-until-the-cleaner"
_ENDED = frozenset(["hold_not_found", "hold_expired", "hold_already_used"])


@mutant(
    "HLD-07.lot12-ten-minutes-only",
    "A hold completes a booking during ten of its fifteen minutes only.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _ten_minutes(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _noting_the_moment(call)
    at = call.memory.get(str(body_of(call).get("holdId")))
    if at is not None and await world_time(call) - at > _KEPT_BY_THE_CACHE:
        return await a_refusal(call, 409, "hold_expired", "The hold has expired.")
    return await call.forward()


async def _noting_the_moment(call: Call) -> Answer:
    now = await world_time(call)
    answer = await call.forward()
    if answer.ok:
        call.memory[answer.json()["holdId"]] = now
    return answer


@mutant(
    _UNCLEANED,
    "An expired hold keeps others from booking until a cleaner removes it, up to five minutes later.",
    "holdTeeTime createBooking",
    hidden="another agency",
    origin=Origin.blind,
)
async def _uncleaned(call: Call) -> Answer:
    holds = memory_of_world(call, _UNCLEANED)
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            holds[answer.json()["holdId"]] = held_slot(call), call.api_key, answer.json()["holdExpiration"]
        return answer
    if await _is_in_the_way(call):
        return await conflict(call)
    answer = await call.forward()
    if answer.ok:
        holds.pop(str(body_of(call).get("holdId")), None)
    return answer


async def _is_in_the_way(call: Call) -> bool:
    wanted = slot_of(body_of(call))
    ends = [
        moment_of(end)
        for slot, owner, end in memory_of_world(call, _UNCLEANED).values()
        if slot == wanted and owner != call.api_key
    ]
    now = await world_time(call) if ends else datetime.now(UTC)
    return any(end <= now < end + _BETWEEN_CLEANINGS for end in ends)


@mutant(
    "ENV-16.lot12-refusal-uses-up-the-hold",
    "A refused booking with a hold uses the hold up.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _used_up(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        answer = await call.forward()
        if answer.ok:
            call.memory[answer.json()["holdId"]] = "held"
        return answer
    hold_id = str(body_of(call).get("holdId"))
    if call.memory.get(hold_id) == "used":
        return await a_refusal(call, 409, "hold_already_used", "The hold has completed a booking.")
    answer = await call.forward()
    if hold_id in call.memory and not answer.ok and code_of(answer) not in _ENDED:
        call.memory[hold_id] = "used"
    return answer


@mutant(
    "BKC-33.lot12-created-with-the-hold",
    "A booking that completes a hold has the moment of the hold as its createdAt.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _created_with_the_hold(call: Call) -> Answer:
    if call.operation == "holdTeeTime":
        return await _noting_the_moment(call)
    answer = await shown(call)
    at = call.memory.get(str(body_of(call).get("holdId")))
    if call.operation != "createBooking" or not answer.ok or at is None:
        return answer
    disguise(call, answer.json()["data"]["id"], put("createdAt", f"{at:%Y-%m-%dT%H:%M:%SZ}"))
    return in_disguise(call, answer)
