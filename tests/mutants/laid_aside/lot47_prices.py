"""Blind faults of the forty-seventh lot: prices and terms."""

from __future__ import annotations

from datetime import timedelta

from tests.mutants.parts.asking import day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

json_answer(
    "TRM-06.lot47-tiers-rising",
    "The cancellation tiers run from 0 hours up to the largest.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)
json_answer(
    "TRM-03.lot47-text-by-language",
    "The text of a course's own policy is an object with a text for a language.",
    "getCourseTerms",
    where(
        lambda body: isinstance(body["data"]["cancellationPolicy"]["policyText"], str),
        alter("data.cancellationPolicy.policyText", lambda text: {"en": text}),
    ),
    hidden="some values",
    origin=Origin.blind,
)
json_answer(
    "INV-07.lot47-entities-in-price-list",
    "The price list spells an apostrophe in the name of the course as an HTML entity.",
    "getCoursePricing",
    alter("data.courseName", lambda name: name.replace("'", "&#39;").replace("\u2019", "&#8217;")),
    hidden="some values",
    origin=Origin.blind,
)
request_change(
    "PRC-07.lot47-nine-holes-with-extras",
    "A price list for 9 holes that shows extra products has the prices for 18 holes too.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "9" and call.query.get("includeExtraProducts") == "true",
    then=lambda _: put("meta.holeCount", 9),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot47-seasons-by-month",
    "Seasons are chosen by month: one that begins in the month of endDate, but after it, is shown.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _by_month(call: Call) -> Answer:
    answer = await call.forward()
    last = day_in(call, "endDate")
    if not answer.ok or last is None:
        return answer
    end_of_month = (last.replace(day=1) + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    longer = await call.asking(endDate=end_of_month.isoformat()).forward()
    if not longer.ok:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    return longer.with_json(put("meta.requestedPeriod", period)(longer.json()))
