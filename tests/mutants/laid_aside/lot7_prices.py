"""Blind faults of the seventh lot: price lists and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGEST_PERIOD_DAYS = 400
_OUR_CURRENCY = "EUR"


# A plain fault.
def _ends_with_its_last_season(body: dict[str, Any]) -> dict[str, Any]:
    if body["data"]["seasons"]:
        body["meta"]["requestedPeriod"]["endDate"] = body["data"]["seasons"][-1]["validTo"]
    return body


json_answer(
    "PRC-16.lot7-end-of-the-season",
    "requestedPeriod ends with the last season that it shows.",
    "getCoursePricing",
    _ends_with_its_last_season,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-17.lot7-touching-season",
    "A period that begins on the first day of a season shows the season before it too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _touching_season(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    earlier = await call.asking(startDate=days_after(str(start), -1)).forward()
    if not earlier.ok:
        return answer
    return earlier.with_json(put("meta.requestedPeriod.startDate", str(start))(earlier.json()))


@mutant(
    "PRC-15.lot7-length-of-the-period",
    "The service counts the 400 days from a startDate in the past, and refuses what is longer.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _length_of_the_period(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or start is None or end is None or (end - start).days <= _LONGEST_PERIOD_DAYS:
        return answer
    return await a_refusal(call, 422, "period_too_far", "The period is longer than 400 days.")


json_answer(
    "PRC-23.lot7-extras-in-euros",
    "Extra products are in EUR, also at a course with another currency.",
    "getCoursePricing",
    where(
        lambda body: body["data"]["currency"] != _OUR_CURRENCY,
        put("data.seasons[*].extraProducts[*].currency", _OUR_CURRENCY),
    ),
    hidden="some values",
    origin=Origin.blind,
)
json_answer(
    "TRM-06.lot7-sorted-as-text",
    "The service sorts the tiers by their hours as text, so that 72 comes before 168.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)
