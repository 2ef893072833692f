"""Blind faults of the sixth lot: the prices and the terms of a course."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.days import date_in
from tests.mutants.parts.pretending import data_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_YEAR = slice(0, 4)


# A plain fault.
def _period_of_the_seasons(body: Any) -> Any:
    seasons = body["data"]["seasons"]
    if seasons:
        body["meta"]["requestedPeriod"] = {"startDate": seasons[0]["validFrom"], "endDate": seasons[-1]["validTo"]}
    return body


json_answer(
    "PRC-16.lot6-period-of-the-seasons",
    "requestedPeriod is the period of the seasons of the answer.",
    "getCoursePricing",
    _period_of_the_seasons,
    origin=Origin.blind,
)


# Faults under a condition.
def _with_extras(call: Call) -> bool:
    return bool(call.query.get("includeExtraProducts") == "true")


request_change(
    "PRC-06.lot6-extras-lift-the-filter",
    "holeCount=18 together with includeExtraProducts=true returns the prices of nine holes, too.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: _with_extras(call) and call.query.get("holeCount") == "18",
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot6-season-of-the-day-before",
    "A period that begins on the first day of a season gets the season before, too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    start = call.query.get("startDate", "")
    if not answer.ok or date_in(start) is None:
        return answer
    eve = days_after(start, -1)
    earlier = await call.asking(startDate=eve).forward()
    ended = [season for season in data_of(earlier).get("seasons", ()) if season["validTo"] == eve]
    if not ended:
        return answer
    body = answer.json()
    body["data"]["seasons"] = ended + body["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


def _next_year_in_euro(body: Any) -> Any:
    seasons = body["data"]["seasons"]
    for season in seasons:
        if season["validFrom"][_YEAR] > seasons[0]["validFrom"][_YEAR]:
            for product in season.get("extraProducts", ()):
                product["currency"] = "EUR"
    return body


json_answer(
    "PRC-23.lot6-next-year-in-euro",
    "The extra products of a later year have the currency EUR, whatever the currency of the course.",
    "getCoursePricing",
    _next_year_in_euro,
    when=_with_extras,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-19.lot6-total-of-the-year",
    "For a period with both dates, totalSeasons counts the seasons of the coming year.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _total_of_the_year(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or not asks(call, "startDate", "endDate"):
        return answer
    year = await call.without("startDate", "endDate").forward()
    return answer.with_json(put("meta.totalSeasons", year.json()["meta"]["totalSeasons"])(answer.json()))


@mutant(
    "TRM-08.lot6-defaults-overwritten",
    "Directly after the terms of a course with an override, the next platform course shows that override.",
    "getCourseTerms",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _defaults_overwritten(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    policy = data_of(answer)["cancellationPolicy"]
    if policy["source"] != "platform":
        call.memory["override"] = policy
        return answer
    override = call.memory.pop("override", policy)
    return answer.with_json(put("data.cancellationPolicy", override)(answer.json()))
