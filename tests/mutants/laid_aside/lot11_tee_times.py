"""Blind faults of the eleventh lot: the availability of a day, online and offline, and of several days."""

from __future__ import annotations

import re
import time
from datetime import date
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import weekday
from tests.mutants.parts.days import clocks_change
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_OCTOBER = 10
_LEAP_DAY = (2, 29)
_CACHED_SECONDS = 60.0
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_DAY_LATER, _DAY_EARLIER = "23:59", "00:00"

json_answer(
    "AVT-15.lot11-optional-as-number",
    "Additional fees say 0 or 1 in isOptional.",
    "listTeeTimes",
    alter("additionalFees[*].isOptional", int),
    origin=Origin.blind,
)


def _without_a_leading_zero(moment: str | None) -> str | None:
    return None if moment is None else f"{int(moment[:2])}{moment[2:]}"


json_answer(
    "CNV-02.lot11-unpadded-hours",
    "The first tee time of a day in multi-day availability has one digit for an hour before ten.",
    "checkAvailability",
    alter("availabilityResults[*].firstAvailableTime", _without_a_leading_zero),
    origin=Origin.blind,
)


def _is_between(call: Call) -> bool:
    bounds = call.query.get("earliestTime", ""), call.query.get("latestTime", "")
    return all(_TIME.fullmatch(bound) for bound in bounds) and bounds[0] > _DAY_EARLIER and bounds[1] < _DAY_LATER


request_change(
    "AVT-11.lot11-between",
    "With both bounds of the time, tee times exactly on a bound are listed.",
    "listTeeTimes",
    lambda call: call.asking(
        earliestTime=minutes_off(call.query["earliestTime"], -1), latestTime=minutes_off(call.query["latestTime"], 1)
    ),
    when=_is_between,
    origin=Origin.blind,
)


@mutant(
    "AVT-20.lot11-before-players",
    "The first and the last time of timeSlots also count tee times that have too few places for the requested players.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _counts_times_with_too_few_places(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not answer.json().get("availableTimes"):
        return answer
    for_one = (await call.asking(players=1).forward()).json()
    return answer.with_json(answer.json() | {"timeSlots": for_one["timeSlots"]})


@mutant(
    "AVO-06.lot11-cached-by-course",
    "The answer for an offline course is cached for a minute by the course alone: another date shows the first one.",
    "listTeeTimes",
    origin=Origin.blind,
)
async def _caches_by_the_course(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or answer.json()["isOnline"]:
        return answer
    cached: dict[str, tuple[float, Any]] = call.memory.setdefault("cached", {})
    at, body = cached.get(call.path_params["courseId"], (-_CACHED_SECONDS, None))
    if time.monotonic() - at < _CACHED_SECONDS:
        return answer.with_json(body)
    cached[call.path_params["courseId"]] = time.monotonic(), answer.json()
    return answer


def _in_year(day: str, year: int) -> str:
    moved = date.fromisoformat(day)
    is_leap_day = (moved.month, moved.day) == _LEAP_DAY
    return moved.replace(year=year, day=28 if is_leap_day else moved.day).isoformat() if moved.year != year else day


@mutant(
    "AVM-06.lot11-new-year",
    "In a period that begins in the old year, days of the new year have the weekday that they had in the old year.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _keeps_the_old_year(call: Call) -> Answer:
    answer, first = await call.forward(), day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    body = answer.json()
    for day in [*body["availabilityResults"], *filter(None, [body["bestAvailability"]])]:
        day["dayOfWeek"] = weekday(_in_year(day["date"], first.year))
    return answer.with_json(body)


def _twice_at_the_change(days: list[dict[str, Any]]) -> list[dict[str, Any]]:
    changes = {clocks_change(int(day["date"][:4]), _OCTOBER).isoformat() for day in days}
    shown = []
    for day in days:
        shown += [day, day] if day["date"] in changes and day is not days[-1] else [day]
    return shown


json_answer(
    "AVM-19.lot11-autumn-change",
    "A period that goes on after the October day of 25 hours shows that day twice.",
    "checkAvailability",
    alter("availabilityResults", _twice_at_the_change),
    origin=Origin.blind,
)


@mutant(
    "AVM-15.lot11-best-of-the-whole-day",
    "With timeRange morning or afternoon, bestAvailability counts the tee times of the whole day.",
    "checkAvailability",
    origin=Origin.blind,
)
async def _counts_the_whole_day(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("timeRange", "all") == "all":
        return answer
    whole = (await call.without("timeRange").forward()).json()
    return answer.with_json(answer.json() | {"bestAvailability": whole["bestAvailability"]})
