"""Faults of places that a hold or a hook keeps, where another view or another request than usual asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.mutants.parts.crowds import overheld
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.live_holds import holds_at, live_holds, players_of, remembered_hold
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import Json, held_slot, memory_of_world, slot_of, with_more_places
from tests.mutants.parts.substitutes import code_of, elsewhere, sent, tee_times
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_WHOLE = 4
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"


def _hooks(call: Call, name: str) -> dict[str, Json]:
    """The open hooks that mutant *name* remembers for the world of *call*, by id."""
    hooks: dict[str, Json] = memory_of_world(call, name).setdefault("hooks", {})
    return hooks


def _note_hook(call: Call, answer: Answer, name: str) -> Answer:
    """The answer to a request about hooks, which mutant *name* remembers."""
    if answer.ok and call.operation == "createBookingHook":
        hook = answer.json()["data"]
        _hooks(call, name)[hook["id"]] = hook | {"agency": call.api_key}
    elif answer.ok:
        _hooks(call, name).pop(call.path_params["id"], None)
    return answer


# The answer for several days.
def _with_more_slots(answer: Answer, more_on: Callable[[str], int]) -> Answer:
    """The answer for several days with more slots on each date, and on the best day as well."""
    if not answer.ok:
        return answer
    body = answer.json()
    for day in (*body["availabilityResults"], body["bestAvailability"]):
        if day and day["availableSlots"]:
            day["availableSlots"] += more_on(f"{body['courseId']}|{day['date']}|")
    return answer.with_json(body)


@mutant(
    "AVM-18.hooks",
    "Multi-day availability counts the tee times that hooks keep.",
    f"checkAvailability {_HOOKS}",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _counts_hooked(call: Call) -> Answer:
    answer, name = await call.forward(), "counts hooked"
    if call.operation != "checkAvailability":
        return _note_hook(call, answer, name)
    slots = [slot_of(hook) for hook in _hooks(call, name).values() if hook["players"] == _WHOLE]
    return _with_more_slots(answer, lambda day: sum(slot.startswith(day) for slot in slots))


@mutant(
    "AVM-18.holds-of-others",
    "Multi-day availability counts the tee times that another agency holds.",
    "checkAvailability holdTeeTime",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _counts_held_by_others(call: Call) -> Answer:
    name = "counts held by others"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    held = [
        slot
        for slot, holds in (await live_holds(call, name)).items()
        if any(hold["players"] == _WHOLE and hold["agency"] != call.api_key for hold in holds)
    ]
    return _with_more_slots(await call.forward(), lambda day: sum(slot.startswith(day) for slot in held))


@mutant(
    "AVM-18.cancelled",
    "Multi-day availability never counts a tee time again whose booking was cancelled.",
    "checkAvailability cancelBooking",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _never_counts_again(call: Call) -> Answer:
    cancelled = memory_of_world(call, "never counts again").setdefault("slots", {})
    if call.operation == "checkAvailability":
        return _with_more_slots(await call.forward(), lambda day: -sum(slot.startswith(day) for slot in cancelled))
    read, answer = await call.upstream("GET", call.path), await call.forward()
    if answer.ok and read.json()["data"]["players"] == _WHOLE:
        cancelled[slot_of(read.json()["data"])] = True
    return answer


# Questions about groups.
@mutant(
    "HOK-05.to-groups",
    "find-slots offers the tee times that hooks keep.",
    f"findGroupSlots {_HOOKS}",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _offers_hooked_to_groups(call: Call) -> Answer:
    answer, name = await call.forward(), "offers hooked to groups"
    if call.operation != "findGroupSlots":
        return _note_hook(call, answer, name)
    if not answer.ok:
        return answer
    body, asked = answer.json(), sent(call)
    day = f"{asked['courseId']}|{asked['date']}|"
    free = await tee_times(call, asked["courseId"], asked["date"], _WHOLE)
    for hook in _hooks(call, name).values():
        if slot_of(hook).startswith(day) and free:
            times = [hook["teeTime"], free[0]["time"]]
            body["data"]["options"].append({"teeTimes": [{"time": time, "players": _WHOLE} for time in times]})
    return answer.with_json(body)


# Requests for the places.
@mutant(
    "HLD-05.own-bookings",
    "A booking without a hold id may take the places that a hold of the same agency keeps.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _booked_beside_an_own_hold(call: Call) -> Answer:
    name = "booked beside an own hold"
    if call.operation == "holdTeeTime":
        return await remembered_hold(call, name)
    answer, body = await shown(call), sent(call)
    if call.operation != "createBooking" or "holdId" in body or code_of(answer) != FULL:
        return answer
    own = [hold for hold in holds_at(call, name, slot_of(body)) if hold["agency"] == call.api_key]
    return await overbooked(call) if players_of(own) >= body["players"] else answer


@mutant(
    "HOK-05.holds-of-others",
    "A hold may take the places that a hook of another agency keeps.",
    f"holdTeeTime {_HOOKS}",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _held_beside_a_hook(call: Call) -> Answer:
    answer, name = await call.forward(), "held beside a hook"
    if call.operation != "holdTeeTime":
        return _note_hook(call, answer, name)
    wanted = held_slot(call)
    others = [hook for hook in _hooks(call, name).values() if hook["agency"] != call.api_key]
    is_hooked = any(slot_of(hook) == wanted for hook in others)
    return await overheld(call) if is_hooked and code_of(answer) == FULL else answer


@mutant(
    "INV-02.hooks",
    "A hook at a full tee time is accepted, and can be confirmed.",
    "createBookingHook",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _hooked_where_it_is_full(call: Call) -> Answer:
    answer, body = await call.forward(), sent(call)
    if code_of(answer) != FULL:
        return answer
    hooked = await call.upstream("POST", call.path, json=await elsewhere(call, body))
    asked: dict[str, Any] = {name: body[name] for name in ("courseId", "date", "teeTime")}
    return hooked.with_json(put("data", hooked.json()["data"] | asked)(hooked.json())) if hooked.ok else answer


@mutant(
    "HOK-05.uncounted-after-release",
    "Multi-day availability does not count a tee time again when its hook is released.",
    f"checkAvailability {_HOOKS}",
    hidden="one of two ways",
    origin=Origin.hidden,
)
async def _never_counted_again(call: Call) -> Answer:
    name = "never counted again"
    hook = _hooks(call, name).get(call.path_params.get("id", ""))
    answer = await call.forward()
    released: list[str] = memory_of_world(call, name).setdefault("released", [])
    if call.operation == "checkAvailability":
        return _with_more_slots(answer, lambda day: -sum(slot.startswith(day) for slot in released))
    if answer.ok and hook and call.operation == "releaseBookingHook" and hook["players"] == _WHOLE:
        released.append(slot_of(hook))
    return _note_hook(call, answer, name)


@mutant(
    "HOK-05.booked-meanwhile",
    "A released hook gives nothing back when somebody booked at its tee time.",
    f"listTeeTimes createBooking {_HOOKS}",
    hidden="after another operation",
    origin=Origin.hidden,
)
async def _lost_beside_a_booking(call: Call) -> Answer:
    name = "lost beside a booking"
    lost: dict[str, int] = memory_of_world(call, name).setdefault("lost", {})
    if call.operation == "listTeeTimes":
        return await (with_more_places(call, lambda slot: -lost.get(slot, 0)) if lost else call.forward())
    hook = _hooks(call, name).get(call.path_params.get("id", ""))
    answer = await call.forward()
    if call.operation == "createBooking":
        for open_hook in _hooks(call, name).values() if answer.ok else ():
            open_hook["is_shared"] = open_hook.get("is_shared") or slot_of(open_hook) == slot_of(sent(call))
        return answer
    if answer.ok and hook and call.operation == "releaseBookingHook" and hook.get("is_shared"):
        lost[slot_of(hook)] = lost.get(slot_of(hook), 0) + hook["players"]
    return _note_hook(call, answer, name)
