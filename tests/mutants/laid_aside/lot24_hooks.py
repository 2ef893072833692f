"""Blind faults of booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import Json, data_of, held_slot, moment_of, slot_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_ONE_DAY = timedelta(days=1)
_SHEETS = ForgetfulSheets()


@mutant(
    "HOK-07.lot24-found-by-tee-time",
    "A released hook can be confirmed while the agency has a newer hook at the same tee time.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _found_by_tee_time(call: Call) -> Answer:
    live: dict[str, str] = call.memory.setdefault("live", {})
    released: dict[str, str] = call.memory.setdefault("released", {})
    answer = await call.forward()
    if call.operation == "createBookingHook":
        if answer.ok:
            live[data_of(answer)["id"]] = slot_of(data_of(answer))
        return answer
    hook_id = call.path_params["id"]
    if answer.ok and hook_id in live:
        slot = live.pop(hook_id)
        if call.operation == "releaseBookingHook":
            released[hook_id] = slot
    if answer.ok or call.operation != "confirmBookingHook" or hook_id not in released:
        return answer
    newer = next((other for other, slot in live.items() if slot == released[hook_id]), None)
    if newer is None:
        return answer
    confirmed = await aside(call).upstream("POST", f"/travel/bookings/hooks/{newer}/confirm")
    if confirmed.ok:
        del live[newer]
    return confirmed if confirmed.ok else answer


@mutant(
    "HOK-05.lot24-beside-its-own-hold",
    "While a hold of the agency lives at the tee time, a hook of the agency there takes only what is beyond the hold.",
    "holdTeeTime createBooking createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _beside_its_own_hold(call: Call) -> Answer:
    holds: dict[str, Json] = call.memory.setdefault("holds", {})
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and now < taking.at)
    if call.operation == "createBookingHook":
        return await _hooked(call, holds)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "holdTeeTime":
        holds[held_slot(call)] = answer.json()
    elif call.operation != "createBooking":
        _SHEETS.know_again(call, call.path_params["id"])
    elif hold := holds.pop(slot_of(sent(call)) if "holdId" in sent(call) else "", None):
        _SHEETS.know_again(call, str(hold.get("hook")))
    return answer


async def _hooked(call: Call, holds: dict[str, Json]) -> Answer:
    body: dict[str, Any] = sent(call)
    line = await line_of(call, str(body.get("courseId")), "teeTime")
    answer = await call.forward()
    hold = holds.get(slot_of(body))
    if not answer.ok or hold is None or line is None:
        return answer
    end = moment_of(hold["holdExpiration"])
    if end > await world_time(call) and "hook" not in hold:
        hold["hook"] = data_of(answer)["id"]
        shared = min(hold["players"], data_of(answer)["players"])
        taking = Taking(body["courseId"], body["date"], line, shared, call.api_key, end)
        _SHEETS.forget(call, hold["hook"], taking)
    return answer


@mutant(
    "HOK-04.lot24-no-last-day",
    "A hook cannot be confirmed any more on the last of its fourteen days.",
    "createBookingHook confirmBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _no_last_day(call: Call) -> Answer:
    ends: dict[str, str] = call.memory.setdefault("ends", {})
    if call.operation == "createBookingHook":
        answer = await call.forward()
        if answer.ok:
            ends[data_of(answer)["id"]] = data_of(answer)["expiresAt"]
        return answer
    end = ends.get(call.path_params["id"])
    left = moment_of(end) - await world_time(call) if end else _ONE_DAY
    if timedelta(0) < left < _ONE_DAY:
        return await a_refusal(call, 409, "booking_hook_closed", "The booking hook has expired.")
    answer = await call.forward()
    if answer.ok:
        ends.pop(call.path_params["id"], None)
    return answer
