"""Blind faults of price lists and of course terms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of, in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_HORIZON = timedelta(days=400)


# A plain fault.
def _counting_prices(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot37-prices-counted",
    "totalSeasons counts the prices of the seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-14.lot37-counted-from-the-start",
    "The 400 days of endDate are counted from a startDate in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or first is None or last is None:
        return answer
    now = await today(call)
    if first <= now or not first <= last <= first + _HORIZON:
        return answer
    known = now + _HORIZON
    priced = await call.asking(startDate=min(first, known), endDate=known).forward()
    if not priced.ok:
        return answer
    period = (put("meta.requestedPeriod.startDate", str(first)), put("meta.requestedPeriod.endDate", str(last)))
    return priced.with_json(in_turn(*period)(priced.json()))


def _as_texts(tiers: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)


json_answer(
    "TRM-06.lot37-hours-as-texts",
    "Tiers are sorted by the text of their hours, so that 72 comes before 168.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", _as_texts),
    hidden="some values",
    origin=Origin.blind,
)
