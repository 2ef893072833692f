"""Blind faults of the sixtieth lot: holds and hooks."""

from __future__ import annotations

from datetime import UTC, timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import aside, take_places
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.forgotten_places import line_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.parts.substitutes import WorldMemory, in_turn, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_SURCHARGE = Decimal("1.10")
_CENT = Decimal("0.01")
_QUARTER = timedelta(minutes=15)
_WEEK = timedelta(days=7)
_FULL_TIMES = WorldMemory()


def _dearer(amount: Any) -> Decimal:
    return (Decimal(amount) * _SURCHARGE).quantize(_CENT)


json_answer(
    "HLD-11.lot60-hold-surcharge",
    "A hold shows prices a tenth above those of the tee time.",
    "holdTeeTime",
    in_turn(alter("pricing.greenFee", _dearer), alter("pricing.totalAmount", _dearer)),
    origin=Origin.blind,
)


@mutant(
    "HLD-03.lot60-second-hold-lasts-longer",
    "A hold lasts half an hour when the agency already has a live hold at that course on that day.",
    "holdTeeTime",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_hold_lasts_longer(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold = answer.json()
    now = await world_time(call)
    ends = call.memory.setdefault(f"{hold['courseId']} {hold['date']}", {})
    before = [end for held, end in ends.items() if held != hold["holdId"] and end > now]
    ends[hold["holdId"]] = moment_of(hold["holdExpiration"])
    if not before:
        return answer
    longer = (moment_of(hold["holdExpiration"]) + _QUARTER).astimezone(UTC)
    return answer.with_json(hold | {"holdExpiration": f"{longer:%Y-%m-%dT%H:%M:%SZ}"})


@mutant(
    "HLD-06.lot60-full-time-seen-full",
    "A tee time that a hold filled stays off the tee sheet after the expiry when the sheet was read meanwhile.",
    "holdTeeTime listTeeTimes createBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _full_time_seen_full(call: Call) -> Answer:
    holds = _FULL_TIMES.of(call)
    if call.operation == "listTeeTimes":
        return await _sheet_without_full_times(call, holds)
    course_id = call.path_params.get("courseId", "")
    line = await line_of(aside(call), course_id, "time") if course_id else None
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
        return answer
    hold = answer.json()
    if line is not None and line["available"] == hold["players"]:
        holds[hold["holdId"]] = hold | {"seen": False}
    return answer


async def _sheet_without_full_times(call: Call, holds: dict[str, Any]) -> Answer:
    answer = await call.forward()
    place = call.path_params["courseId"], call.query.get("date")
    there = [hold for hold in holds.values() if (hold["courseId"], hold["date"]) == place]
    if not answer.ok or not there:
        return answer
    now = await world_time(call)
    gone: set[str] = set()
    for hold in there:
        if moment_of(hold["holdExpiration"]) > now:
            hold["seen"] = True
        elif hold["seen"]:
            gone.add(hold["time"])
    body = answer.json()
    body["availableTimes"] = [line for line in body["availableTimes"] if line["time"] not in gone]
    return answer.with_json(body)


@mutant(
    "HLD-16.lot60-later-hold-first",
    "Of two holds at one tee time, completing the later one first takes a place more.",
    "holdTeeTime createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _later_hold_first(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    holds: dict[str, Any] = call.memory.setdefault("holds", {})
    if call.operation == "holdTeeTime":
        hold = answer.json()
        holds.setdefault(hold["holdId"], hold)
        return answer
    hold_id = str(sent(call).get("holdId"))
    if hold_id not in holds:
        return answer
    now = await world_time(call)
    # The memory keeps the order in which the holds were made.
    older = list(holds.values())[: list(holds).index(hold_id)]
    completed = holds.pop(hold_id)
    places = ("courseId", "date", "time")
    alike = [hold for hold in older if all(hold[name] == completed[name] for name in places)]
    if any(moment_of(hold["holdExpiration"]) > now for hold in alike):
        await take_places(call, sent(call), 1)
    return answer


@mutant(
    "HOK-05.lot60-old-hook-keeps-places",
    "The release of a hook that is more than a week old does not return its places.",
    "createBookingHook releaseBookingHook",
    hidden="after a while",
    origin=Origin.blind,
)
async def _old_hook_keeps_places(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hooks: dict[str, Any] = call.memory.setdefault("hooks", {})
    if call.operation == "createBookingHook":
        made = answer.json()["data"]
        hooks[made["id"]] = made
        return answer
    hook = hooks.pop(call.path_params["id"], None)
    if hook and await world_time(call) - moment_of(hook["createdAt"]) > _WEEK:
        await take_places(call, hook, hook["players"])
    return answer
