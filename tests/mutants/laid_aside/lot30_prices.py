"""Blind faults of price lists."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant

_HORIZON_DAYS = 400


@mutant(
    "PRC-14.lot30-counted-from-the-start",
    "The 400 days of an endDate are counted from the startDate, so that a later period reaches too far.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    start, end = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.status not in (400, 422) or start is None or end is None:
        return answer
    now = await today(call)
    last = now + timedelta(days=_HORIZON_DAYS)
    if not now < start <= last < end or (end - start).days > _HORIZON_DAYS:
        return answer
    accepted = await call.asking(endDate=last).forward()
    if not accepted.ok:
        return answer
    return accepted.with_json(put("meta.requestedPeriod.endDate", str(end))(accepted.json()))


@mutant(
    "PRC-18.lot30-cut-to-one-day",
    "Seasons are cut to the period with an exclusive end: for a single day they end before they begin.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _cut_to_one_day(call: Call) -> Answer:
    answer = await call.forward()
    day = call.query.get("startDate", "")
    if not answer.ok or not day or call.query.get("endDate") != day:
        return answer
    body: Any = answer.json()
    for season in body["data"]["seasons"]:
        season |= {"validFrom": day, "validTo": days_after(day, -1)}
    return answer.with_json(body)
