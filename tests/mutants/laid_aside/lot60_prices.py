"""Blind faults of the sixtieth lot: prices and terms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_PLATFORM_TIERS = [(72, 100), (48, 50), (24, 25), (0, 0)]

json_answer(
    "PRC-16.lot60-period-ends-a-day-early",
    "meta.requestedPeriod shows the day before the requested endDate.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, -1)),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot60-season-of-the-day-before",
    "A price list that starts on the first day of a season also has the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    earlier = await call.asking(startDate=first - timedelta(days=1)).forward()
    if not earlier.ok:
        return answer
    body, longer = answer.json(), earlier.json()
    body["data"] = longer["data"]
    body["meta"]["totalSeasons"] = longer["meta"]["totalSeasons"]
    return answer.with_json(body)


request_change(
    "PRC-07.lot60-all-prices-with-extras",
    "A price list with holeCount=9 and includeExtraProducts=true has the prices of 18 holes too.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: (call.query.get("holeCount"), call.query.get("includeExtraProducts")) == ("9", "true"),
    then=lambda _: put("meta.holeCount", 9),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _as_of_the_platform(body: Any) -> Any:
    policy = body["data"]["cancellationPolicy"]
    tiers = [(tier["hoursBeforeTeeTime"], tier["refundPercent"]) for tier in policy["tiers"]]
    if policy["policyText"] is None and tiers == _PLATFORM_TIERS:
        policy["source"] = "platform"
    return body


json_answer(
    "TRM-09.lot60-own-terms-without-a-text",
    "Terms show the platform as source when a course overrides only booking terms and has no text.",
    "getCourseTerms",
    _as_of_the_platform,
    hidden="some values",
    origin=Origin.blind,
)
