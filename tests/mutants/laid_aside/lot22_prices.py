"""Blind faults of price lists and of terms."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_REACH = timedelta(days=400)

# A plain fault.
json_answer(
    "TRM-05.lot22-cutoff-in-words",
    "The cutoff of changes is a text such as 24h.",
    "getCourseTerms",
    alter("data.bookingTerms.modificationCutoffHours", lambda hours: f"{hours}h"),
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "TRM-06.lot22-hours-sorted-as-text",
    "Tiers are sorted by their hours as texts: 72 comes before 168.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot22-ended-the-day-before",
    "A season that ended on the day before startDate is returned too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _ended_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    first = day_in(call, "startDate")
    if not answer.ok or first is None:
        return answer
    wider = await call.asking(startDate=days_after(first.isoformat(), -1)).forward()
    period = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(put("meta.requestedPeriod", period)(wider.json())) if wider.ok else answer


@mutant(
    "PRC-14.lot22-reach-from-the-start",
    "The 400 days of endDate are counted from startDate, when that is in the future, and not from today.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _reach_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.ok or first is None or last is None or answer.status not in (400, 422):
        return answer
    now = await today(call)
    if not now < first <= now + _REACH < last <= first + _REACH:
        return answer
    shorter = await call.asking(endDate=(now + _REACH).isoformat()).forward()
    if not shorter.ok:
        return answer
    return shorter.with_json(put("meta.requestedPeriod.endDate", last.isoformat())(shorter.json()))
