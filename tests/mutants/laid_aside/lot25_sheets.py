"""Blind faults of tee sheets and of multi-day availability."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.days import date_in
from tests.mutants.parts.pretending import memory_of_world
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FIRST_DATE = "AVO-06.lot25-first-date-kept"
_READ_EARLIER = "AVT-24.lot25-read-before-it-was-past"


def _by_month_and_day(days: Any) -> Any:
    return sorted(days, key=lambda day: str(day["date"])[5:])


# A plain fault.
json_answer(
    "AVT-20.lot25-end-of-the-last-slot",
    "lastAvailable is ten minutes after the last tee time of the list.",
    "listTeeTimes",
    alter("timeSlots.lastAvailable", lambda at: minutes_off(at, 10) if isinstance(at, str) else at),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    _FIRST_DATE,
    "The answer for an offline course shows the date that it was first asked for.",
    "listTeeTimes",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _first_date_kept(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body = answer.json()
    if body["isOnline"]:
        return answer
    first = memory_of_world(call, _FIRST_DATE).setdefault(body["courseId"], body["date"])
    return answer.with_json(body | {"date": first})


async def _is_past_everywhere(call: Call, day: date) -> bool:
    # The course that is furthest west is an hour or two behind UTC.
    return day < (await world_time(call) - timedelta(hours=3)).date()


@mutant(
    _READ_EARLIER,
    "A tee sheet that was read before its day was past is still served from a cache afterwards.",
    "listTeeTimes",
    hidden="after a while",
    origin=Origin.blind,
)
async def _read_before_it_was_past(call: Call) -> Answer:
    kept = memory_of_world(call, _READ_EARLIER)
    answer = await call.forward()
    day = date_in(call.query.get("date", ""))
    if day is None or answer.status == 401:
        return answer
    sheet = (call.path, day.isoformat(), call.query.get("players", "4"))
    is_whole = not {"earliestTime", "latestTime"} & set(call.query)
    if not is_whole:
        return answer
    cached = kept.get(str(sheet))
    if isinstance(cached, Answer) and await _is_past_everywhere(call, day):
        return cached
    if answer.ok and answer.json()["isOnline"]:
        kept[str(sheet)] = answer
    return answer


@mutant(
    "AVM-15.lot25-best-of-the-whole-day",
    "Under a timeRange bestAvailability has the numbers of the whole day, not of the returned day.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _best_of_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange") not in ("morning", "afternoon"):
        return answer
    whole = await call.asking(timeRange="all").forward()
    body = answer.json()
    if not whole.ok or not body.get("bestAvailability"):
        return answer
    return answer.with_json(body | {"bestAvailability": whole.json()["bestAvailability"]})


json_answer(
    "AVM-19.lot25-january-before-december",
    "A range over the end of a year comes in the order of month and day, January before December.",
    "checkAvailability",
    alter("availabilityResults", _by_month_and_day),
    hidden="certain days",
    origin=Origin.blind,
)
