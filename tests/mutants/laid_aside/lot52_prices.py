"""Blind faults of the fifty-second lot: prices and terms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_MOST_DAYS = timedelta(days=400)

json_answer(
    "TRM-06.lot52-tiers-from-zero",
    "The cancellation tiers run from 0 hours up to the largest number of hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: sorted(tiers, key=lambda tier: tier["hoursBeforeTeeTime"])),
    origin=Origin.blind,
)

json_answer(
    "PRC-23.lot52-extras-in-euro",
    "Extra products are shown in EUR at courses whose prices are in another currency.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot52-season-of-the-day-before",
    "A period that begins on the day after the end of a season also returns that season.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    start = day_in(call, "startDate")
    if not answer.ok or start is None:
        return answer
    eve = days_after(start.isoformat(), -1)
    earlier = await call.asking(startDate=eve, endDate=answer.json()["meta"]["requestedPeriod"]["endDate"]).forward()
    ended = [season for season in earlier.json()["data"]["seasons"] if season["validTo"] == eve] if earlier.ok else []
    if not ended:
        return answer
    body: dict[str, Any] = answer.json()
    body["data"]["seasons"] = [*ended, *body["data"]["seasons"]]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


@mutant(
    "PRC-14.lot52-days-counted-from-the-start",
    "With a startDate in the future, an endDate up to 400 days after the startDate is accepted.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _days_counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None:
        return answer
    now = await today(call)
    if not now < start <= now + _MOST_DAYS or end - start > _MOST_DAYS:
        return answer
    priced = await call.asking(endDate=now + _MOST_DAYS).forward()
    if not priced.ok:
        return answer
    return priced.with_json(put("meta.requestedPeriod.endDate", end.isoformat())(priced.json()))
