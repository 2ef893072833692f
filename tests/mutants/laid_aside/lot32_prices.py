"""Blind faults of prices and of terms."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import asks, by_booking_code, day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_MOST_DAYS = 400

# A plain fault.
json_answer(
    "PRC-16.lot32-exclusive-end-shown",
    "The requested period is shown with the day after the endDate that was sent.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    when=lambda call: asks(call, "endDate"),
    origin=Origin.blind,
)

# Faults under a condition.
request_change(
    "PRC-06.lot32-code-redirect",
    "By the booking code, holeCount=18 is lost on the way, and 9-hole prices are listed as well.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: by_booking_code(call) and call.query.get("holeCount") == "18",
    then=lambda _: put("meta.holeCount", 18),
    hidden="one of two ways",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot32-hours-sorted-as-text",
    "The tiers are sorted by their hours as text, so that 72 hours come before 168 hours.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.lot32-counted-from-start",
    "The 400 days are counted from startDate: a period that begins later may end beyond them.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if answer.ok or answer.status == 401 or first is None or last is None:
        return answer
    if not 0 <= (last - first).days <= _MOST_DAYS:
        return answer
    capped = await call.asking(endDate=await today(call) + timedelta(days=_MOST_DAYS)).forward()
    if not capped.ok:
        return answer
    return capped.with_json(put("meta.requestedPeriod.endDate", str(last))(capped.json()))
