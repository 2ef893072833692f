"""Blind faults of tee sheets and of availability over several days."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.pretending import Json, memory_of_world
from tests.mutants.parts.substitutes import sent
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_STALE_DAY = "AVM-18.lot26-cancelled-day-is-stale"
_FULL = 4


def _online(body: Any) -> bool:
    return bool(body.get("isOnline"))


# A plain fault.
json_answer(
    "AVT-20.lot26-closing-of-the-sheet",
    "lastAvailable is the time at which the sheet closes, ten minutes after the last tee time.",
    "listTeeTimes",
    where(_online, alter("timeSlots.lastAvailable", lambda time: time and minutes_off(time, 10))),
    origin=Origin.blind,
)


# Faults under a condition.
def _whole_units(total: Any) -> Any:
    """*total* without its half unit."""
    exact = Decimal(str(total))
    return (exact // 1).quantize(Decimal("0.01")) if exact % 1 == Decimal("0.5") else total


def _without_halves(body: Any) -> Any:
    body = alter("availableTimes[*].pricing.totalAmount", _whole_units)(body)
    return alter("pricing.totalAmount", _whole_units)(body)


json_answer(
    "AVT-05.lot26-half-units-are-lost",
    "A total that ends in a half unit is cut to whole units, as for an odd party at a fee of 63.50.",
    "listTeeTimes holdTeeTime",
    _without_halves,
    hidden="some values",
    origin=Origin.blind,
)


def _by_week_year(text: str) -> str:
    """The date with the year that its ISO week belongs to."""
    return f"{date.fromisoformat(text).isocalendar().year:04}{text[4:]}"


json_answer(
    "AVT-04.lot26-year-of-the-week",
    "A tee sheet of the first days of January shows the year that its week belongs to.",
    "listTeeTimes",
    where(_online, alter("date", _by_week_year)),
    hidden="certain days",
    origin=Origin.blind,
)


def _day_key(course_id: object, day: object) -> str:
    return f"{course_id}|{day}"


def _fewer(day: Json, lost: int) -> Json:
    return day | {"availableSlots": day["availableSlots"] - lost} if day["availableSlots"] > lost else day


def _as_counted_before(body: Json, course_id: str, stale: Json) -> Json:
    days = [_fewer(day, stale.get(_day_key(course_id, day["date"]), 0)) for day in body["availabilityResults"]]
    best = body.get("bestAvailability")
    if best:
        best = _fewer(best, stale.get(_day_key(course_id, best["date"]), 0))
    return body | {"availabilityResults": days, "bestAvailability": best}


@mutant(
    _STALE_DAY,
    "The days of multi-day availability do not count a tee time again that a cancelled party of four had filled.",
    "checkAvailability cancelBooking createBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _cancelled_day_is_stale(call: Call) -> Answer:
    stale = memory_of_world(call, _STALE_DAY)
    before = await booking_of(call) if call.operation == "cancelBooking" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createBooking":
        stale.pop(_day_key(sent(call).get("courseId"), sent(call).get("date")), None)
    elif call.operation == "cancelBooking":
        if before.get("status") == "confirmed" and before["players"] == _FULL:
            day = _day_key(before["course"]["id"], before["date"])
            stale[day] = stale.get(day, 0) + 1
    elif call.query.get("timeRange", "all") == "all":
        return answer.with_json(_as_counted_before(answer.json(), call.path_params["courseId"], stale))
    return answer
