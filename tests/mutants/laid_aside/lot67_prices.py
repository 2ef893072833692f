"""Blind faults of the sixty-seventh lot: prices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in, has_all
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PERIOD = "meta.requestedPeriod"
_DAYS = 400


@mutant(
    "PRC-17.lot67-season-of-the-eve",
    "A price list that begins on the first of a month shows the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_eve(call: Call) -> Answer:
    start = day_in(call, "startDate")
    if start is None or start.day != 1:
        return await call.forward()
    answer = await call.asking(startDate=start - timedelta(days=1)).forward()
    if not answer.ok:
        return await call.forward()
    return answer.with_json(put(f"{_PERIOD}.startDate", start.isoformat())(answer.json()))


@mutant(
    "PRC-14.lot67-counted-from-start",
    "The 400 days of a price list count from a startDate in the future.",
    "getCoursePricing",
    hidden="some values",
    origin=Origin.blind,
)
async def _counted_from_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None:
        return answer
    now = await today(call)
    if start <= now or end > start + timedelta(days=_DAYS):
        return answer
    clipped = await call.asking(endDate=now + timedelta(days=_DAYS)).forward()
    if not clipped.ok:
        return answer
    return clipped.with_json(put(f"{_PERIOD}.endDate", end.isoformat())(clipped.json()))


def _counted_with_extras(body: Any) -> Any:
    joined = sum(max(1, len(season.get("extraProducts", ()))) for season in body["data"]["seasons"])
    return put("meta.totalSeasons", joined)(body)


json_answer(
    "PRC-19.lot67-seasons-times-extras",
    "With a hole filter and extras, totalSeasons counts a season again for each of its extra products.",
    "getCoursePricing",
    _counted_with_extras,
    when=lambda call: has_all(call, "holeCount") and call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "PRC-16.lot67-open-end",
    "The requested period in the answer ends a day after the requested endDate.",
    "getCoursePricing",
    alter(f"{_PERIOD}.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)
