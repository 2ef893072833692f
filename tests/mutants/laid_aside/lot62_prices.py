"""Blind faults of the sixty-second lot: prices and terms."""

from __future__ import annotations

from tests.mutants.parts.asking import asks, by_booking_code
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

json_answer(
    "PRC-16.lot62-end-shifted",
    "The requestedPeriod ends a day later than was asked for.",
    "getCoursePricing",
    alter("meta.requestedPeriod.endDate", lambda day: days_after(day, 1)),
    when=lambda call: "endDate" in call.query,
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot62-own-tiers-ascending",
    "The tiers of a course with its own policy run from 0 upwards.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "PRC-09.lot62-extras-by-code",
    "Prices from a startDate on show extra products unasked when the course is named by its booking code.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: (
        by_booking_code(call) and asks(call, "startDate") and call.query.get("includeExtraProducts", "false") == "false"
    ),
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="one of two ways",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot62-seasons-before-open-period",
    "A period with a start and no end also shows seasons that ended in the months before it.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "endDate" in call.query or "startDate" not in call.query:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    earlier = days_after(period["startDate"], -90)
    wider = await call.asking(startDate=earlier, endDate=period["endDate"]).forward()
    return wider.with_json(put("meta.requestedPeriod", period)(wider.json())) if wider.ok else answer
