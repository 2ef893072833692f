"""Blind faults of the sixty-fifth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant

_EARLIER_DAYS = 120


@mutant(
    "PRC-17.lot65-seasons-gone-by",
    "Prices also show the seasons that ended in the four months before the requested period.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _seasons_gone_by(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok:
        return answer
    body: dict[str, Any] = answer.json()
    period = body["meta"]["requestedPeriod"]
    begin = days_after(period["startDate"], -_EARLIER_DAYS)
    longer = await call.asking(startDate=begin, endDate=period["endDate"]).forward()
    if not longer.ok:
        return answer
    body["data"]["seasons"] = longer.json()["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


json_answer(
    "TRM-06.lot65-tiers-ascending",
    "The cancellation tiers run from 0 hours up to the largest number of hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: sorted(tiers, key=lambda tier: tier["hoursBeforeTeeTime"])),
    origin=Origin.blind,
)


def _spans_new_year(call: Call) -> bool:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    return first is not None and last is not None and first.year < last.year


def _within_a_year(period: dict[str, Any]) -> dict[str, Any]:
    return period | {"endDate": f"{period['startDate'][:4]}-12-31"}


json_answer(
    "PRC-16.lot65-period-ends-with-year",
    "The requested period of prices is repeated as if it ended with the year in which it begins.",
    "getCoursePricing",
    alter("meta.requestedPeriod", _within_a_year),
    when=_spans_new_year,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "PRC-06.lot65-extras-undo-filter",
    "With extra products, holeCount=18 filters the prices of the first season only.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _extras_undo_filter(call: Call) -> Answer:
    answer = await call.forward()
    filtered = call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true"
    if not answer.ok or not filtered:
        return answer
    whole = await call.without("holeCount").forward()
    if not whole.ok:
        return answer
    body: dict[str, Any] = answer.json()
    prices = {season["validFrom"]: season["prices"] for season in whole.json()["data"]["seasons"]}
    for season in body["data"]["seasons"][1:]:
        season["prices"] = prices.get(season["validFrom"], season["prices"])
    return answer.with_json(body)
