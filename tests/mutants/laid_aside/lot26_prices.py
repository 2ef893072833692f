"""Blind faults of prices and of terms."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGEST = timedelta(days=400)

# Plain faults.
json_answer(
    "PRC-16.lot26-end-of-the-query",
    "The requested period ends a day later than asked for: it shows the open end of the query.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    origin=Origin.blind,
)
json_answer(
    "TRM-06.lot26-no-refund-no-tier",
    "The last cancellation tier, that of 0 hours, is left out.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[:-1]),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-09.lot26-extras-from-the-cache",
    "Extra products show without the flag once the same prices were asked for with it.",
    "getCoursePricing",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _extras_from_the_cache(call: Call) -> Answer:
    warm: set[tuple[Any, ...]] = call.memory.setdefault("warm", set())
    entry = (call.path, *(call.query.get(name) for name in ("startDate", "endDate", "holeCount")))
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.query.get("includeExtraProducts") == "true":
        warm.add(entry)
        return answer
    if entry not in warm:
        return answer
    cached = await call.asking(includeExtraProducts="true").forward()
    return answer.with_json(put("meta.includeExtraProducts", False)(cached.json()))


@mutant(
    "PRC-17.lot26-season-of-the-day-before",
    "A period that starts on the first day of a season also gets the season that ended the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_of_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    start = call.query.get("startDate", "")
    if not answer.ok or all(season["validFrom"] != start for season in answer.json()["data"]["seasons"]):
        return answer
    wider = await call.asking(startDate=days_after(start, -1)).forward()
    if not wider.ok:
        return answer
    return answer.with_json(put("meta.requestedPeriod.startDate", start)(wider.json()))


@mutant(
    "PRC-15.lot26-length-of-the-period",
    "The 400 days are counted from the startDate: an endDate within them is refused after a past startDate.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _length_of_the_period(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if not answer.ok or start is None or end is None:
        return answer
    if start >= await today(call) or end - start <= _LONGEST:
        return answer
    return await a_refusal(call, 422, "period_too_far", "The period is longer than 400 days.")
