"""Blind faults of the fifty-eighth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PLATFORM_TIERS = [(72, 100), (48, 50), (24, 25), (0, 0)]

json_answer(
    "PRC-16.lot58-period-ends-a-day-early",
    "The period that a price list repeats ends a day before the requested day.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, -1)),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot58-season-of-the-next-day",
    "A price list for a period that ends on the last day of a season has the next season too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def season_of_the_next_day(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None:
        return answer
    longer = await call.asking(endDate=days_after(last.isoformat(), 1)).forward()
    if not longer.ok:
        return answer
    return longer.with_json(put("meta.requestedPeriod", answer.json()["meta"]["requestedPeriod"])(longer.json()))


@mutant(
    "PRC-06.lot58-later-seasons-unfiltered",
    "With extra products and holeCount=18, seasons after the first have prices for 9 holes too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def later_seasons_unfiltered(call: Call) -> Answer:
    answer = await call.forward()
    chosen = call.query.get("holeCount") == "18" and call.query.get("includeExtraProducts") == "true"
    if not answer.ok or not chosen:
        return answer
    body = answer.json()
    every = (await aside(call).without("holeCount").forward()).json()["data"]["seasons"]
    prices = {season["validFrom"]: season["prices"] for season in every}
    for season in body["data"]["seasons"][1:]:
        season["prices"] = prices.get(season["validFrom"], season["prices"])
    return answer.with_json(body)


def _has_platform_tiers(body: Any) -> bool:
    policy = body["data"]["cancellationPolicy"]
    tiers = [(tier["hoursBeforeTeeTime"], tier["refundPercent"]) for tier in policy["tiers"]]
    return tiers == _PLATFORM_TIERS and policy["source"] == "course"


json_answer(
    "TRM-09.lot58-same-tiers-same-source",
    "The source is platform at a course that overrides booking terms and keeps the tiers of the platform.",
    "getCourseTerms",
    where(_has_platform_tiers, put("data.cancellationPolicy.source", "platform")),
    hidden="some values",
    origin=Origin.blind,
)
