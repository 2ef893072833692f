"""Blind faults of seasonal prices."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MOST_DAYS = timedelta(days=400)


def _counting_prices(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


# A plain fault.
json_answer(
    "PRC-19.lot33-prices-counted",
    "totalSeasons counts the prices of all seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)


# Faults under a condition.
json_answer(
    "PRC-23.lot33-extras-in-euros",
    "Extra products of a course outside the euro name the euro as their currency.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot33-season-of-yesterday",
    "A period that starts on the day after the end of a season shows that season too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_yesterday(call: Call) -> Answer:
    start, end = call.query.get("startDate", ""), call.query.get("endDate", "")
    if day_in(call, "startDate") is None or day_in(call, "endDate") is None or end < start:
        return await call.forward()
    answer = await call.asking(startDate=days_after(start, -1)).forward()
    if not answer.ok:
        return await call.forward()
    return answer.with_json(put("meta.requestedPeriod.startDate", start)(answer.json()))


@mutant(
    "PRC-14.lot33-counted-from-the-start",
    "The 400 days of a pricing period are counted from its start, even if that is in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None or end - start > _MOST_DAYS:
        return answer
    latest = await today(call) + _MOST_DAYS
    priced = await call.asking(endDate=latest).forward()
    if not priced.ok or end <= latest:
        return answer
    return priced.with_json(put("meta.requestedPeriod.endDate", str(end))(priced.json()))
