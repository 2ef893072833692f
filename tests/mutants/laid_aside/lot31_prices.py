"""Blind faults of course pricing."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_END = "meta.requestedPeriod.endDate"
_FARTHEST = timedelta(days=400)
_BAD_INPUT = (400, 422)

# A plain fault.
json_answer(
    "PRC-16.lot31-day-after-the-end",
    "The requested period in the meta ends a day after the end of the price period.",
    "getCoursePricing",
    alter(_END, lambda day: days_after(day, 1)),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-14.lot31-counted-from-start",
    "The 400 days that endDate may reach count from startDate, when startDate is in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.status not in _BAD_INPUT or first is None or last is None or last - first > _FARTHEST:
        return answer
    farthest = await today(call) + _FARTHEST
    if last <= farthest:
        return answer
    accepted = await call.asking(endDate=farthest).forward()
    return accepted.with_json(put(_END, str(last))(accepted.json())) if accepted.ok else answer


@mutant(
    "PRC-17.lot31-eve-of-a-season",
    "A period that ends on the day before a season begins has that season too.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _eve_of_a_season(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None:
        return answer
    longer = await call.asking(endDate=days_after(str(last), 1)).forward()
    if not longer.ok or len(longer.json()["data"]["seasons"]) == len(answer.json()["data"]["seasons"]):
        return answer
    return longer.with_json(put(_END, str(last))(longer.json()))
