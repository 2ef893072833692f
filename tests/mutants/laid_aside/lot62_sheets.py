"""Blind faults of the sixty-second lot: tee times and days."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, weekday
from tests.mutants.parts.tee_sheets import minutes_off
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_LONG_DAYS = 7
_WHOLE_FLIGHT = 4


def _is_late_enough(time: str) -> bool:
    return bool(re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", time)) and time != "00:00"


request_change(
    "AVT-11.lot62-from-the-bound",
    "A tee time exactly at earliestTime is offered.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -1)),
    when=lambda call: _is_late_enough(call.query.get("earliestTime", "")),
    origin=Origin.blind,
)

json_answer(
    "AVT-12.lot62-window-at-weekends",
    "With both time bounds on a weekend, tee times that are partly taken are not offered.",
    "listTeeTimes",
    where(
        lambda body: body.get("dayType") == "weekend",
        alter("availableTimes", lambda times: [time for time in times if time["available"] >= _WHOLE_FLIGHT]),
    ),
    when=lambda call: asks(call, "earliestTime", "latestTime"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _is_long(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return first is not None and last is not None and (last - first).days >= _LONG_DAYS


request_change(
    "AVM-18.lot62-long-ranges-for-singles",
    "A range of more than seven days counts the tee times for a single player, whatever number is asked for.",
    "checkAvailability",
    lambda call: call.asking(players=1),
    when=lambda call: _is_long(call) and call.query.get("players", "4") in {"2", "3", "4"},
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "AVM-06.lot62-weekdays-of-the-new-year",
    "In a range over the turn of the year with a timeRange, the days of the new year have the weekday before theirs.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None or "timeRange" not in call.query:
        return answer

    def misnamed(day: dict[str, Any]) -> dict[str, Any]:
        if int(day["date"][:4]) == first.year:
            return day
        return day | {"dayOfWeek": weekday(days_after(day["date"], -1))}

    return answer.with_json(alter("availabilityResults[*]", misnamed)(answer.json()))
