"""Blind faults of the fortieth lot: prices."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant


def _rows_of_the_join(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot40-rows-of-the-join",
    "totalSeasons counts the prices of all seasons.",
    "getCoursePricing",
    _rows_of_the_join,
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot40-extras-in-euro",
    "The extra products of a course outside the euro area carry the currency EUR.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != "EUR",
        put("data.seasons[*].extraProducts[*].currency", "EUR"),
    ),
    when=lambda call: call.query.get("includeExtraProducts") == "true",
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot40-season-that-ended-yesterday",
    "A period that begins on the first day of a season also returns the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _yesterday(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    body = answer.json()
    if all(season["validFrom"] != str(first) for season in body["data"]["seasons"]):
        return answer
    earlier = await call.asking(startDate=days_after(str(first), -1)).forward()
    if not earlier.ok:
        return answer
    body["data"] = earlier.json()["data"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)
