"""Blind faults of the sixty-fourth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_USUAL_TIERS = 4


def _with_extras(call: Call) -> bool:
    return bool(call.query.get("includeExtraProducts") == "true")


json_answer(
    "PRC-16.lot64-period-ends-a-day-later",
    "The requested period in the answer ends a day later than asked.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    when=lambda call: "endDate" in call.query,
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot64-season-before-the-month",
    "Prices from the first day of a month on show the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None or start.day != 1:
        return answer
    wider = await call.asking(startDate=days_after(start.isoformat(), -1)).forward()
    if not wider.ok:
        return answer
    return wider.with_json(put("meta.requestedPeriod.startDate", start.isoformat())(wider.json()))


@mutant(
    "PRC-06.lot64-extras-bring-short-rounds",
    "In the high season, prices for 18 holes with extra products show those for nine holes too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "18" or not _with_extras(call):
        return answer
    body = answer.json()
    wider = (await call.without("holeCount").forward()).json()["data"]["seasons"]
    full = {season["validFrom"]: season["prices"] for season in wider if season["seasonType"] == "high_season"}
    for season in body["data"]["seasons"]:
        season["prices"] = full.get(season["validFrom"], season["prices"])
    return answer.with_json(body)


json_answer(
    "PRC-23.lot64-extras-in-euros",
    "Extra products of a course outside the euro are labelled with euros.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    when=_with_extras,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _has_few_tiers(body: Any) -> bool:
    return len(body["data"]["cancellationPolicy"]["tiers"]) < _USUAL_TIERS


json_answer(
    "TRM-06.lot64-short-policies-upside-down",
    "A cancellation policy of fewer than four tiers begins with the tier of 0 hours.",
    "getCourseTerms",
    where(_has_few_tiers, alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1])),
    hidden="some values",
    origin=Origin.blind,
)
