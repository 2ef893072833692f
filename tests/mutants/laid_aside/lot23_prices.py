"""Blind faults of price lists."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGEST = timedelta(days=400)
_REFUSED_KEY = (401, 403)

# A plain fault.
json_answer(
    "PRC-16.lot23-exclusive-end",
    "meta.requestedPeriod ends a day after the requested endDate.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-07.lot23-turn-of-the-year",
    "With holeCount=9, seasons after the turn of the year in the requested period keep their 18-hole prices.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _turn_of_the_year(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9" or not asks(call, "startDate", "endDate"):
        return answer
    year = call.query["startDate"][:4]
    unfiltered = (await call.without("holeCount").forward()).json()["data"]["seasons"]
    whole = {season["validFrom"]: season for season in unfiltered}
    body = answer.json()
    body["data"]["seasons"] = [
        whole.get(season["validFrom"], season) if season["validFrom"][:4] > year else season
        for season in body["data"]["seasons"]
    ]
    return answer.with_json(body)


@mutant(
    "PRC-14.lot23-counted-from-the-start",
    "With a later startDate, the 400 days of endDate are counted from startDate and not from today.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.status in _REFUSED_KEY or answer.ok or start is None or end is None:
        return answer
    furthest = await today(call) + _LONGEST
    if not start <= furthest < end <= start + _LONGEST:
        return answer
    priced = await call.asking(endDate=furthest).forward()
    if not priced.ok:
        return answer
    return priced.with_json(put("meta.requestedPeriod.endDate", str(end))(priced.json()))
