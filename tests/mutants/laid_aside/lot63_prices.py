"""Blind faults of the sixty-third lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import by_booking_code
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "PRC-07.lot63-first-season-alone",
    "With extra products and holeCount=9 the seasons after the first show prices for 18 holes too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _first_season_alone(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or (call.query.get("holeCount"), call.query.get("includeExtraProducts")) != ("9", "true"):
        return answer
    body = answer.json()
    every = (await call.without("holeCount").forward()).json()["data"]["seasons"]
    seasons = body["data"]["seasons"]
    if len(seasons) < 2 or len(every) != len(seasons):
        return answer
    body["data"]["seasons"] = [*seasons[:1], *every[1:]]
    return answer.with_json(body)


def _edges_of_seasons(body: Any) -> Any:
    seasons = body["data"]["seasons"]
    if seasons:
        edges = {"startDate": seasons[0]["validFrom"], "endDate": seasons[-1]["validTo"]}
        body["meta"]["requestedPeriod"] = edges
    return body


json_answer(
    "PRC-16.lot63-edges-of-seasons",
    "The requestedPeriod shows the edges of the seasons in place of the requested dates.",
    "getCoursePricing",
    _edges_of_seasons,
    origin=Origin.blind,
)


@mutant(
    "PRC-21.lot63-code-with-holes",
    "Pricing by booking code is not found when a holeCount is given.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _code_with_holes(call: Call) -> Answer:
    if by_booking_code(call) and "holeCount" in call.query:
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()


json_answer(
    "PRC-23.lot63-extras-in-euro",
    "Extra products of a course outside the euro show the euro as their currency.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != "EUR",
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    hidden="some values",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot63-own-tiers-upwards",
    "The tiers of a course with a policy of its own run from the smallest hoursBeforeTeeTime to the largest.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)
