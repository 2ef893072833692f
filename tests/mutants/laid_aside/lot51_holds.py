"""Blind faults of the fifty-first lot: holds and hooks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.crowds import Crowd, overheld, tee_time_asked
from tests.mutants.parts.disguises import BOOKING_OPERATIONS, shown
from tests.mutants.parts.live_holds import live_holds, remembered_hold
from tests.mutants.parts.overbooking import FULL, overbooked
from tests.mutants.parts.pretending import (
    Json,
    body_of,
    conflict,
    data_of,
    held_slot,
    memory_of_world,
    moment_of,
    places_at,
    slot_of,
)
from tests.mutants.parts.substitutes import a_refusal, code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_SHARED = "INV-04.lot51-two-agencies-at-once"
_FULL_FLAG = "HLD-06.lot51-still-flagged-as-full"
_HOOKS = "createBookingHook confirmBookingHook releaseBookingHook"
_LAST_MINUTES = timedelta(minutes=5)
_CROWD = Crowd()


def _afresh(call: Call) -> Call:
    """The call without the headers that tie it to an earlier one."""
    return replace(call, headers=tuple(pair for pair in call.headers if pair[0].lower() != "idempotency-key"))


@mutant(
    "HLD-15.lot51-completed-again",
    "A hold that was completed is completed again, as long as its tee time has room.",
    "createBooking",
    origin=Origin.blind,
)
async def _completed_again(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "hold_already_used":
        return answer
    rest = {name: value for name, value in sent(call).items() if name != "holdId"}
    booked = await _afresh(call).with_json(rest).forward()
    return booked if booked.ok else answer


@mutant(
    "HLD-07.lot51-not-in-the-last-minutes",
    "A hold cannot be completed in the last five minutes before its expiry.",
    "holdTeeTime createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _not_in_the_last_minutes(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    end = ends.get(str(sent(call).get("holdId"))) if call.operation == "createBooking" else None
    if end is not None and moment_of(end) - await world_time(call) < _LAST_MINUTES:
        return await a_refusal(aside(call), 409, "hold_expired", "The hold has expired.")
    answer = await call.forward()
    if answer.ok and call.operation == "holdTeeTime":
        ends[answer.json()["holdId"]] = answer.json()["holdExpiration"]
    return answer


@mutant(
    "HOK-07.lot51-another-hook-of-the-tee-time",
    "The confirmation of a released hook confirms another hook that the agency has at the same tee time.",
    _HOOKS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _another_hook_of_the_tee_time(call: Call) -> Answer:
    answer = await call.forward()
    slots: dict[str, str] = call.memory.setdefault("slots", {})
    held: set[str] = call.memory.setdefault("held", set())
    if call.operation == "createBookingHook":
        if answer.ok:
            hook = data_of(answer)
            slots[hook["id"]] = slot_of(hook)
            held.add(hook["id"])
        return answer
    hook_id = call.path_params["id"]
    if answer.ok:
        held.discard(hook_id)
    if answer.ok or call.operation != "confirmBookingHook" or hook_id in held or hook_id not in slots:
        return answer
    for other in sorted(held):
        if slots[other] == slots[hook_id]:
            confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{other}/confirm")
            held.discard(other)
            return confirmed if confirmed.ok else answer
    return answer


def _meets_another_agency(call: Call, met: Counter[str]) -> bool:
    """Whether the other operation of another agency was there."""
    others = [visit.split() for visit in met]
    return any(operation != call.operation and api_key != call.api_key for operation, api_key in others)


@mutant(
    _SHARED,
    "A hold and a booking of two agencies that come together are both accepted, without room for both.",
    f"{BOOKING_OPERATIONS} holdTeeTime",
    hidden="under concurrency",
    origin=Origin.blind,
)
async def _two_agencies_at_once(call: Call) -> Answer:
    if call.operation not in ("createBooking", "holdTeeTime"):
        return await shown(call)
    visit = replace(call, operation=f"{call.operation} {call.api_key}")
    async with _CROWD.at(tee_time_asked(call), visit) as met:
        answer = await (call.forward() if call.operation == "holdTeeTime" else shown(call))
        if code_of(answer) != FULL or not _meets_another_agency(call, met) or "holdId" in sent(call):
            return answer
        accepted = await (overheld if call.operation == "holdTeeTime" else overbooked)(_afresh(call))
        return accepted if accepted.ok else answer


@mutant(
    _FULL_FLAG,
    "A tee time that a hold filled and that was refused to somebody meanwhile stays full after the hold expired.",
    "holdTeeTime createBooking updateBooking cancelBooking releaseBookingHook listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _still_flagged_as_full(call: Call) -> Answer:
    full = memory_of_world(call, f"{_FULL_FLAG} full")
    if call.operation == "listTeeTimes":
        return await _without(call, full)
    if call.operation not in ("holdTeeTime", "createBooking"):
        answer = await call.forward()
        if answer.ok:
            full.clear()
        return answer
    slot = held_slot(call) if call.operation == "holdTeeTime" else slot_of(body_of(call))
    if slot in full and "holdId" not in sent(call):
        return await conflict(aside(call))
    answer = await (remembered_hold(call, _FULL_FLAG) if call.operation == "holdTeeTime" else call.forward())
    is_held = code_of(answer) == FULL and (await live_holds(aside(call), _FULL_FLAG)).get(slot)
    if is_held and await places_at(aside(call), slot) == 0:
        full[slot] = True
    return answer


async def _without(call: Call, full: Json) -> Answer:
    """The tee times without those that are flagged as *full*."""
    answer = await call.forward()
    if not answer.ok or not answer.json().get("availableTimes"):
        return answer
    body = answer.json()
    where = {"courseId": body["courseId"], "date": body["date"]}
    kept = [line for line in body["availableTimes"] if slot_of(where | {"time": line["time"]}) not in full]
    if len(kept) == len(body["availableTimes"]):
        return answer
    body["availableTimes"] = kept
    body["timeSlots"] |= {
        "firstAvailable": kept[0]["time"] if kept else None,
        "lastAvailable": kept[-1]["time"] if kept else None,
    }
    return answer.with_json(body)
