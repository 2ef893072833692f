"""Blind faults of the fifty-fifth lot: prices and terms."""

from __future__ import annotations

from datetime import date, timedelta

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_FARTHEST = timedelta(days=400)

json_answer(
    "TRM-06.lot55-tiers-ascending",
    "The cancellation tiers run from 0 up to the largest hoursBeforeTeeTime.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


async def _with_another_end(call: Call, end: date) -> Answer:
    """The prices until *end*, shown as those until the end that was asked for."""
    answer = await call.asking(endDate=end).forward()
    asked = call.query["endDate"]
    return answer.with_json(put("meta.requestedPeriod.endDate", asked)(answer.json())) if answer.ok else answer


@mutant(
    "PRC-14.lot55-days-from-the-start",
    "The 400 days that an endDate may reach are counted from a startDate in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _days_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or start is None or end is None:
        return answer
    now = await today(aside(call))
    if not now < start <= now + _FARTHEST or end > start + _FARTHEST:
        return answer
    return await _with_another_end(call, now + _FARTHEST)


@mutant(
    "PRC-17.lot55-whole-second-year",
    "Prices with extra products for a period over the new year contain all seasons of the second year.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _whole_second_year(call: Call) -> Answer:
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    has_extras = call.query.get("includeExtraProducts") == "true"
    if not has_extras or start is None or end is None or start.year >= end.year:
        return await call.forward()
    farthest = await today(aside(call)) + _FARTHEST
    if end > farthest:
        return await call.forward()
    return await _with_another_end(call, min(farthest, date(end.year, 12, 31)))
