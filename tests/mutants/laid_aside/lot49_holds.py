"""Blind faults of the forty-ninth lot: holds and hooks."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, overheld, tee_time_asked
from tests.mutants.parts.pretending import Json, data_of, moment_of, true_booking
from tests.mutants.parts.substitutes import WorldMemory, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_HOOKS = "createBookingHook releaseBookingHook"
_FULL = "tee_time_unavailable"
_WHOLE = 4

_contested = WorldMemory()
_crowd = Crowd()


@mutant(
    "HOK-07.lot49-released-yet-confirmed",
    "A released hook can still be confirmed.",
    f"{_HOOKS} confirmBookingHook",
    origin=Origin.blind,
)
async def _released_yet_confirmed(call: Call) -> Answer:
    asked: dict[str, Json] = call.memory.setdefault("asked", {})
    released: dict[str, bool] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if hook := data_of(answer):
            asked[hook["id"]] = sent(call)
        return answer
    hook_id = call.path_params["id"]
    if call.operation == "releaseBookingHook":
        released[hook_id] = released.get(hook_id, False) or answer.ok
        return answer
    if answer.ok or not released.get(hook_id) or hook_id not in asked:
        return answer
    booked = await aside(call).upstream("POST", "/travel/bookings", json=asked[hook_id])
    return booked.with_status(200) if booked.ok else answer


@mutant(
    "HLD-15.lot49-hold-of-a-cancelled-booking",
    "A hold id completes another booking after the first one was cancelled.",
    "createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _hold_of_a_cancelled_booking(call: Call) -> Answer:
    completed: dict[str, str] = call.memory.setdefault("completed", {})
    answer = await call.forward()
    hold_id = str(sent(call).get("holdId", ""))
    if answer.ok and hold_id:
        completed[hold_id] = data_of(answer)["id"]
    if code_of(answer) != "hold_already_used" or hold_id not in completed:
        return answer
    if (await true_booking(call, completed[hold_id])).get("status") != "cancelled":
        return answer
    again = await call.with_json({name: value for name, value in sent(call).items() if name != "holdId"}).forward()
    return again if again.ok else answer


def _asked_place(call: Call) -> tuple[object, ...]:
    """Course and date that a call is about."""
    course_id = call.path_params.get("courseId") or sent(call).get("courseId")
    return course_id, call.query.get("date") or sent(call).get("date")


async def _keep_contested(call: Call) -> None:
    """Takes the places of contested holds that have ended, so that they do not return."""
    now = await world_time(call)
    for hold in _contested.of(call).values():
        if hold["contested"] and not hold["over"] and moment_of(hold["holdExpiration"]) <= now:
            hold["over"] = True
            await take_places(call, hold | {"teeTime": hold["time"]}, _WHOLE)


@mutant(
    "HLD-06.lot49-contested-flight-stays-away",
    "A whole tee time that was held and refused to another agency meanwhile does not return after the hold expired.",
    "holdTeeTime createBooking listTeeTimes checkAvailability",
    hidden="after a while",
    origin=Origin.blind,
)
async def _contested_flight_stays_away(call: Call) -> Answer:
    holds: dict[str, Any] = _contested.of(call)
    await _keep_contested(call)
    answer = await call.forward()
    if call.operation == "holdTeeTime" and answer.ok and answer.json()["players"] == _WHOLE:
        held = answer.json()
        holds[held["holdId"]] = held | {"key": call.api_key, "contested": False, "over": False}
    if call.operation == "createBooking" and answer.ok and sent(call).get("holdId") in holds:
        holds[sent(call)["holdId"]]["over"] = True
    if code_of(answer) == _FULL:
        time = sent(call).get("teeTime") or sent(call).get("time")
        for hold in holds.values():
            is_there = (hold["courseId"], hold["date"], hold["time"]) == (*_asked_place(call), time)
            hold["contested"] |= is_there and hold["key"] != call.api_key
    return answer


@mutant(
    "HLD-10.lot49-two-agencies-at-once",
    "Holds that two agencies place on a tee time at the same moment exceed its free places.",
    "holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies_at_once(call: Call) -> Answer:
    async with _crowd.at(tee_time_asked(call), replace(call, operation=call.api_key)) as met:
        answer = await call.forward()
        others = set(met) - {call.api_key}
        return await overheld(aside(call)) if others and code_of(answer) == _FULL else answer


@mutant(
    "HOK-05.lot49-old-hooks-keep-their-places",
    "The release of a hook for three players or more returns no places when the hook is older than a day.",
    _HOOKS,
    hidden="after a while",
    origin=Origin.blind,
)
async def _old_hooks_keep_their_places(call: Call) -> Answer:
    hooks: dict[str, Json] = call.memory.setdefault("hooks", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if hook := data_of(answer):
            hooks[hook["id"]] = hook
        return answer
    known = hooks.pop(call.path_params["id"], None) if answer.ok else None
    if known is None or known["players"] < 3:
        return answer
    if await world_time(call) - moment_of(known["createdAt"]) > timedelta(days=1):
        await take_places(call, known, known["players"])
    return answer
