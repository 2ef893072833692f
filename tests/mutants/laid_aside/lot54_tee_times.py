"""Blind faults of the fifty-fourth lot: tee times and days."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.days import clocks_change
from tests.mutants.parts.tee_sheets import players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_OCTOBER, _WEEK_DAYS, _FULL = 10, 7, 4

json_answer(
    "INV-07.lot54-name-in-capitals",
    "The courseName of multi-day availability is written in capitals.",
    "checkAvailability",
    alter("courseName", str.upper),
    origin=Origin.blind,
)


@mutant(
    "AVM-19.lot54-autumn-day-twice",
    "A range of days that goes on after the day on which the clocks go back has this day twice.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def autumn_day_twice(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None:
        return answer
    body = answer.json()
    days: list[dict[str, Any]] = []
    for day in body["availabilityResults"]:
        change = str(clocks_change(int(day["date"][:4]), _OCTOBER))
        days += [day, dict(day)] if day["date"] == change and change < str(last) else [day]
    return answer.with_json(body | {"availabilityResults": days})


def _is_long_for_few(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if first is None or last is None:
        return False
    return (last - first).days >= _WEEK_DAYS and 0 < players_asked(call) < _FULL


request_change(
    "AVM-18.lot54-long-ranges-for-four",
    "A range of more than seven days counts the tee times with room for four, also for fewer players, and does not "
    "agree with the tee times of the day.",
    "checkAvailability",
    lambda call: call.asking(players=_FULL),
    when=_is_long_for_few,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "AVT-12.lot54-window-stops-at-twilight",
    "With both bounds, a window that begins before twilightStart and ends after it has no twilight tee times.",
    "listTeeTimes",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def window_stops_at_twilight(call: Call) -> Answer:
    answer = await call.forward()
    earliest, latest = call.query.get("earliestTime"), call.query.get("latestTime")
    if not answer.ok or not earliest or not latest or not answer.json()["isOnline"]:
        return answer
    body = answer.json()
    twilight = body["timeSlots"]["twilightStart"]
    if not twilight or not earliest < twilight < latest:
        return answer
    lines = [line for line in body["availableTimes"] if line["time"] < twilight]
    body["timeSlots"]["firstAvailable"] = lines[0]["time"] if lines else None
    body["timeSlots"]["lastAvailable"] = lines[-1]["time"] if lines else None
    return answer.with_json(body | {"availableTimes": lines})
