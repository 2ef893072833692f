"""Blind faults of the fiftieth lot: tee times and days."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import weekday
from tests.mutants.parts.periods import asks_for_a_range
from tests.mutants.parts.tee_sheets import minutes_off, players_asked
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit
from tests.mutants.tools.registry import Origin, mutant, request_change

_WEEK = 7
_WHOLE = 4

request_change(
    "AVM-09.lot50-mornings-only",
    "A query for several days that names no time range counts the mornings only.",
    "checkAvailability",
    lambda call: call.asking(timeRange="morning"),
    when=lambda call: asks_for_a_range(call) and "timeRange" not in call.query,
    origin=Origin.blind,
)


def _has_both_bounds(call: Call) -> bool:
    earliest = call.query.get("earliestTime", "")
    return asks(call, "latestTime") and re.fullmatch(r"\d\d:\d\d", earliest) is not None and earliest > "00:00"


request_change(
    "AVT-11.lot50-between-includes-the-first",
    "With both time bounds a tee time at exactly the earliest time is listed.",
    "listTeeTimes",
    lambda call: call.asking(earliestTime=minutes_off(call.query["earliestTime"], -1)),
    when=_has_both_bounds,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _weekday_in(year: int, day: str) -> str:
    """The weekday of the same day of another year."""
    try:
        return weekday(date.fromisoformat(day).replace(year=year).isoformat())
    except ValueError:
        return weekday(day)


@mutant(
    "AVM-06.lot50-weekdays-of-the-old-year",
    "Days after the turn of the year have the weekdays of the year in which the range begins.",
    "checkAvailability",
    hidden="certain days",
    origin=Origin.blind,
)
async def _weekdays_of_the_old_year(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    body = answer.json()
    for day in [*body["availabilityResults"], body.get("bestAvailability")]:
        if day and not day["date"].startswith(str(start.year)):
            day["dayOfWeek"] = _weekday_in(start.year, day["date"])
    return answer.with_json(body)


def _in_pairs(players: int) -> Edit:
    """Twilight totals for the next even number of players."""

    def edit(body: Any) -> Any:
        for line in body.get("availableTimes", []):
            if line["pricing"]["priceType"] == "twilight":
                line["pricing"]["totalAmount"] = line["pricing"]["greenFee"] * (players + players % 2)
        return body

    return edit


@mutant(
    "AVT-05.lot50-twilight-in-pairs",
    "The total of a twilight time for an odd number of players has one green fee too many.",
    "listTeeTimes",
    hidden="some values",
    origin=Origin.blind,
)
async def _twilight_in_pairs(call: Call) -> Answer:
    answer = await call.forward()
    players = players_asked(call)
    if not answer.ok or players % 2 == 0:
        return answer
    return answer.with_json(_in_pairs(players)(answer.json()))


@mutant(
    "AVM-18.lot50-second-week-for-four",
    "From the eighth day on, a query of several days for one player counts only times with room for four.",
    "checkAvailability",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _second_week_for_four(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks_for_a_range(call) or call.query.get("players") != "1":
        return answer
    body = answer.json()
    if len(body["availabilityResults"]) <= _WEEK:
        return answer
    whole = (await call.asking(players=_WHOLE).forward()).json()
    late = {day["date"]: day for day in whole["availabilityResults"][_WEEK:]}
    body["availabilityResults"] = [late.get(day["date"], day) for day in body["availabilityResults"]]
    best = body.get("bestAvailability")
    if best and best["date"] in late:
        best.update({name: late[best["date"]].get(name) for name in ("availableSlots", "lowestPrice")})
    return answer.with_json(body)
