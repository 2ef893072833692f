"""Blind faults of the fifty-sixth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after, today
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

_A_YEAR, _LIMIT = 365, 400

json_answer(
    "PRC-11.lot56-extras-flag-stays-false",
    "meta.includeExtraProducts is always false.",
    "getCoursePricing",
    put("meta.includeExtraProducts", False),
    origin=Origin.blind,
)


def _with_its_start(call: Call) -> Edit:
    return put("meta.requestedPeriod.startDate", call.query["startDate"])


request_change(
    "PRC-17.lot56-season-of-the-day-before",
    "A season that ends on the day before startDate is returned too.",
    "getCoursePricing",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], -1)),
    when=lambda call: day_in(call, "startDate") is not None,
    then=_with_its_start,
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "PRC-15.lot56-open-start-limits-to-a-year",
    "Without startDate an endDate of more than 365 days ahead is refused.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _limited_to_a_year(call: Call) -> Answer:
    answer = await call.forward()
    end = day_in(call, "endDate")
    if not answer.ok or "startDate" in call.query or end is None:
        return answer
    if not _A_YEAR < (end - await today(aside(call))).days <= _LIMIT:
        return answer
    return await a_refusal(aside(call), 422, "period_too_far", "The period reaches too far into the future.")


def _turned(tiers: Any) -> Any:
    return sorted(tiers, key=lambda tier: tier["hoursBeforeTeeTime"])


json_answer(
    "TRM-06.lot56-own-tiers-upwards",
    "The tiers of a course with a policy of its own run from 0 upwards.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", _turned),
    ),
    hidden="some values",
    origin=Origin.blind,
)
