"""Blind faults of the sixty-eighth lot: prices."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "PRC-06.lot68-extras-skip-the-hole-filter",
    "With extra products the filter for 18 holes is not applied to high seasons.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _extras_skip_the_hole_filter(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or (call.query.get("holeCount"), call.query.get("includeExtraProducts")) != ("18", "true"):
        return answer
    body = answer.json()
    whole = (await call.without("holeCount").forward()).json()["data"]["seasons"]
    prices = {season["validFrom"]: season["prices"] for season in whole if season["seasonType"] == "high_season"}
    for season in body["data"]["seasons"]:
        season["prices"] = prices.get(season["validFrom"], season["prices"])
    return answer.with_json(body)


@mutant(
    "PRC-17.lot68-touching-counts-as-overlap",
    "A price list with a hole filter that starts with a season shows the season that ended the day before, too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _touching_counts_as_overlap(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or not asks(call, "holeCount"):
        return answer
    earlier = await call.asking(startDate=days_after(str(start), -1)).forward()
    if not earlier.ok:
        return answer
    body, wider = answer.json(), earlier.json()
    body["data"]["seasons"] = wider["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(wider["data"]["seasons"])
    return answer.with_json(body)


def _counted_by_name(body: Any) -> Any:
    names = {re.sub(r"\s*\b20\d\d\b", "", season["season"]) for season in body["data"]["seasons"]}
    body["meta"]["totalSeasons"] = len(names)
    return body


json_answer(
    "PRC-19.lot68-same-season-of-two-years",
    "totalSeasons counts a season that comes in two years of the period a single time.",
    "getCoursePricing",
    _counted_by_name,
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "PRC-16.lot68-end-made-exclusive",
    "requestedPeriod shows the day after the requested end as its endDate.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)
