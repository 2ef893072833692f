"""Blind faults of price lists."""

from __future__ import annotations

from tests.mutants.parts.asking import day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

# A plain fault.
json_answer(
    "PRC-04.lot21-flag-in-words",
    "The meta of a price list has includeExtraProducts as a string.",
    "getCoursePricing",
    alter("meta.includeExtraProducts", lambda flag: str(flag).lower()),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "PRC-23.lot21-extras-in-euro",
    "Extra products of a course with another currency are given in euro.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-06.lot21-filter-ends-with-the-year",
    "For 18 holes, seasons of the year after that of the start date have prices for 9 holes too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _filter_ends_with_the_year(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or call.query.get("holeCount") != "18" or not first or not last or first.year == last.year:
        return answer
    everything = await call.without("holeCount").forward()
    if not everything.ok:
        return answer
    body = answer.json()
    prices = {season["validFrom"]: season["prices"] for season in everything.json()["data"]["seasons"]}
    for season in body["data"]["seasons"]:
        if season["validFrom"] > f"{first.year}-12-31":
            season["prices"] = prices.get(season["validFrom"], season["prices"])
    return answer.with_json(body)
