"""Blind faults of the pricing of courses."""

from __future__ import annotations

from datetime import date
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _counting_prices(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


# A plain fault.
json_answer(
    "PRC-19.lot27-counts-prices",
    "totalSeasons is the number of the prices in all seasons together.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-07.lot27-only-first-season-filtered",
    "With holeCount=9 and extra products only the first season is filtered, later ones show all prices.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _only_first_season_filtered(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "9" or call.query.get("includeExtraProducts") != "true":
        return answer
    every = await call.without("holeCount").forward()
    body = answer.json()
    seasons = body["data"]["seasons"]
    if not every.ok or len(every.json()["data"]["seasons"]) != len(seasons):
        return answer
    body["data"]["seasons"] = [*seasons[:1], *every.json()["data"]["seasons"][1:]]
    return answer.with_json(body)


@mutant(
    "PRC-17.lot27-season-of-yesterday",
    "A season that ended the day before startDate is returned too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_yesterday(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None or first == date.min:
        return answer
    wider = await call.asking(startDate=days_after(first.isoformat(), -1)).forward()
    if not wider.ok or wider.json()["data"] == answer.json()["data"]:
        return answer
    body = wider.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)
