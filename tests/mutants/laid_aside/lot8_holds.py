"""Blind faults of the eighth lot: tee-time holds."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import today, world_time
from tests.mutants.parts.days import SATURDAY
from tests.mutants.parts.pretending import held_slot, memory_of_world, moment_of, slot_of
from tests.mutants.parts.substitutes import sent, tee_times
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_DAYS_NEARBY = (-1, 1, -2, 2, -3, 3)
_BOOKED_MEANWHILE = "HLD-06.lot8-booked-meanwhile"
Hold = dict[str, Any]


@mutant(
    "HLD-11.lot8-rate-of-today",
    "A hold costs the weekend rate when today is a weekend, and otherwise the weekday rate, whatever its date.",
    "holdTeeTime",
    hidden="certain days",
    origin=Origin.blind,
)
async def _rate_of_today(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    hold, now = answer.json(), await today(aside(call))
    play_date = date.fromisoformat(hold["date"])
    if _is_weekend(play_date) == _is_weekend(now):
        return answer
    days = [play_date + timedelta(days=days) for days in _DAYS_NEARBY]
    for day in days:
        if day <= now or _is_weekend(day) != _is_weekend(now):
            continue
        offered = await tee_times(aside(call), hold["courseId"], day, 1)
        if line := next((line for line in offered if line["time"] == hold["time"]), None):
            fee = line["pricing"]["greenFee"]
            hold["pricing"].update(greenFee=fee, totalAmount=fee * hold["players"])
            return answer.with_json(hold)
    return answer


def _is_weekend(day: date) -> bool:
    return day.weekday() >= SATURDAY


@mutant(
    _BOOKED_MEANWHILE,
    "The places of an expired hold do not return when somebody booked at the same tee time during the hold.",
    "holdTeeTime createBooking listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _booked_meanwhile(call: Call) -> Answer:
    holds: dict[str, Hold] = memory_of_world(call, _BOOKED_MEANWHILE)
    answer = await call.forward()
    if not answer.ok:
        return answer
    now = await world_time(call)
    if call.operation == "holdTeeTime":
        hold = answer.json()
        ends = moment_of(hold["holdExpiration"])
        holds[hold["holdId"]] = {"slot": held_slot(call), "players": hold["players"], "ends": ends, "is_lost": False}
        return answer
    if call.operation == "createBooking":
        holds.pop(str(sent(call).get("holdId")), None)
        for hold in holds.values():
            hold["is_lost"] |= hold["slot"] == slot_of(sent(call)) and now < hold["ends"]
        return answer
    lost: Counter[str] = Counter()
    for hold in holds.values():
        lost[hold["slot"]] += hold["players"] if hold["is_lost"] and now >= hold["ends"] else 0
    return _with_fewer(call, answer, lost)


def _with_fewer(call: Call, answer: Answer, lost: Counter[str]) -> Answer:
    """The tee sheet without the places that are *lost*, by slot."""
    body = answer.json()
    if not body.get("availableTimes") or not any(lost.values()):
        return answer
    lines = [
        line | {"available": line["available"] - lost[slot_of(body | {"time": line["time"]})]}
        for line in body["availableTimes"]
    ]
    body["availableTimes"] = [line for line in lines if line["available"] >= players_asked(call)]
    times = [line["time"] for line in body["availableTimes"]] or [None]
    body["timeSlots"].update(firstAvailable=times[0], lastAvailable=times[-1])
    return answer.with_json(body)
