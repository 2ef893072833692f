"""Blind faults of the fifth lot: booking hooks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import ForgetfulSheets, Taking, line_of
from tests.mutants.parts.pretending import data_of, slot_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_A_WEEK = timedelta(days=7)
_UNKNOWN = "/travel/bookings/hooks/hok_000000000000"


# A plain fault.
@mutant(
    "HOK-03.lot5-looked-up-elsewhere",
    "A release finds no hook: the service looks for a booking with its id.",
    "releaseBookingHook",
    origin=Origin.blind,
)
async def _looked_up_elsewhere(call: Call) -> Answer:
    return await call.upstream("DELETE", _UNKNOWN)


async def _closed(call: Call, how: str) -> Answer:
    """The refusal to confirm a hook that has ended."""
    return await a_refusal(aside(call), 409, "booking_hook_closed", f"The booking hook {how}.")


# Faults under a condition.
_SHEETS = ForgetfulSheets()


@mutant(
    "HOK-04.lot5-one-week",
    "A hook ends after a week: its places are back on sale, and it cannot be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _one_week(call: Call) -> Answer:
    if call.operation == "listTeeTimes":
        now = await world_time(call)
        return await _SHEETS.sheet(call, lambda taking: taking.at is not None and now - taking.at > _A_WEEK)
    if call.operation == "createBookingHook":
        return await _hooked(call)
    taking = _SHEETS.know_again(call, call.path_params["id"])
    is_over = taking is not None and taking.at is not None and await world_time(call) - taking.at > _A_WEEK
    if taking is not None and is_over and call.operation == "confirmBookingHook":
        _SHEETS.forget(call, call.path_params["id"], taking)
        return await _closed(call, "has expired")
    return await call.forward()


async def _hooked(call: Call) -> Answer:
    course_id = quote(str(sent(call).get("courseId")), safe="")
    line = await line_of(aside(call), course_id, "teeTime")
    answer = await call.forward()
    hook = data_of(answer)
    if hook and line is not None:
        place = (str(hook["courseId"]), str(hook["date"]))
        taking = Taking(*place, line, hook["players"], call.api_key, await world_time(call))
        _SHEETS.forget(call, str(hook["id"]), taking)
    return answer


@mutant(
    "HOK-02.lot5-released-together",
    "A release also ends the other hooks of the agency at the same tee time: they cannot be confirmed.",
    "createBookingHook confirmBookingHook releaseBookingHook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _released_together(call: Call) -> Answer:
    slots: dict[str, str] = call.memory.setdefault("slots", {})
    ended: dict[str, Any] = call.memory.setdefault("ended", {})
    hook_id = call.path_params.get("id", "")
    if call.operation == "confirmBookingHook" and hook_id in ended:
        return await _closed(call, "is released")
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBookingHook":
        slots[data_of(answer)["id"]] = slot_of(data_of(answer))
        return answer
    slot = slots.pop(hook_id, None)
    if call.operation == "releaseBookingHook" and slot is not None:
        ended.update({other: True for other, its_slot in slots.items() if its_slot == slot})
    return answer
