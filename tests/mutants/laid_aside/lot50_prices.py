"""Blind faults of the fiftieth lot: prices and terms."""

from __future__ import annotations

from tests.mutants.parts.asking import asks, by_booking_code
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


@mutant(
    "PRC-17.lot50-seasons-of-the-year",
    "The price list of a period has the seasons of the whole coming year.",
    "getCoursePricing",
    origin=Origin.blind,
)
async def _seasons_of_the_year(call: Call) -> Answer:
    answer = await call.forward()
    year = await call.without("startDate", "endDate").forward()
    if not answer.ok or not year.ok or not asks(call, "startDate", "endDate"):
        return answer
    body, seasons = answer.json(), year.json()["data"]["seasons"]
    body["data"]["seasons"] = seasons
    body["meta"]["totalSeasons"] = len(seasons)
    return answer.with_json(body)


@mutant(
    "PRC-06.lot50-extras-bring-nine-holes",
    "A price list for 18 holes that includes extra products has prices for 9 holes too.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _extras_bring_nine_holes(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "18" or call.query.get("includeExtraProducts") != "true":
        return answer
    unfiltered = await call.without("holeCount").forward()
    if not unfiltered.ok:
        return answer
    return answer.with_json(unfiltered.json() | {"meta": answer.json()["meta"]})


json_answer(
    "TRM-06.lot50-own-tiers-upside-down",
    "The tiers of a course with its own cancellation policy run from 0 hours up to the largest.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-21.lot50-no-code-with-period-and-holes",
    "The price list of a period, filtered by the number of holes, is not found by the booking code of the course.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _no_code_with_period_and_holes(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and by_booking_code(call) and asks(call, "startDate", "endDate", "holeCount"):
        return await a_refusal_for_an_unknown_id(call)
    return answer
