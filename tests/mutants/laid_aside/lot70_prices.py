"""Blind faults of the seventieth lot: prices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import asks, day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _with_extras(call: Call) -> bool:
    return call.query.get("includeExtraProducts") == "true"


@mutant(
    "PRC-17.lot70-day-before-the-first",
    "A period that starts on the first of a month also returns the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _a_day_early(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or start.day != 1:
        return answer
    earlier = await call.asking(startDate=start - timedelta(days=1)).forward()
    if not earlier.ok:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    return earlier.with_json(put("meta.requestedPeriod", period)(earlier.json()))


json_answer(
    "PRC-13.lot70-no-extras-for-nine",
    "The price list for nine holes has no extra products, also when they are asked for.",
    "getCoursePricing",
    drop("data.seasons[*].extraProducts"),
    when=lambda call: _with_extras(call) and call.query.get("holeCount") == "9",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _period_of_its_season(body: dict[str, Any]) -> dict[str, Any]:
    if len(body["data"]["seasons"]) != 1:
        return body
    season = body["data"]["seasons"][0]
    period = {"startDate": season["validFrom"], "endDate": season["validTo"]}
    return body | {"meta": body["meta"] | {"requestedPeriod": period}}


json_answer(
    "PRC-16.lot70-period-of-season",
    "A price list with extra products for part of one season repeats the period of that season.",
    "getCoursePricing",
    _period_of_its_season,
    when=lambda call: _with_extras(call) and asks(call, "startDate", "endDate"),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot70-extras-in-euros",
    "Outside the euro area the prices of extra products are labelled with EUR.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    when=_with_extras,
    hidden="some values",
    origin=Origin.blind,
)
