"""Blind faults of prices and terms."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_PRICES = "data.seasons[*].extraProducts[*]"
_NOISE = Decimal("0.0000000000001")
_SEASONS_AHEAD = timedelta(days=150)

# A plain fault.
json_answer(
    "TRM-02.lot24-hours-as-duration",
    "The hours of a cancellation tier are a duration such as PT72H and no integer.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers[*].hoursBeforeTeeTime", lambda hours: f"PT{hours}H"),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "PRC-17.lot24-one-day-one-quarter",
    "The prices of a single day come with all seasons of the following five months.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _one_day_one_quarter(call: Call) -> Answer:
    answer = await call.forward()
    day = day_in(call, "startDate")
    if not answer.ok or day is None or day_in(call, "endDate") != day:
        return answer
    wide = await call.asking(endDate=day + _SEASONS_AHEAD).forward()
    if not wide.ok:
        return answer
    body = wide.json()
    body["meta"]["requestedPeriod"] = answer.json()["meta"]["requestedPeriod"]
    return answer.with_json(body)


def _converted(body: Any) -> Any:
    for member in ("b2bPrice", "retailPrice"):
        body = alter(f"{_PRICES}.{member}", lambda price: Decimal(str(price)) + _NOISE)(body)
    return body


json_answer(
    "CNV-05.lot24-converted-extras",
    "Outside the euro the prices of extra products keep the noise of binary fractions: 34.5000000000001.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", _converted),
    hidden="a combination of parameters",
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot24-sorted-as-text",
    "The cancellation tiers are sorted by their hours as text, so that 72 comes before 168.",
    "getCourseTerms",
    alter(
        "data.cancellationPolicy.tiers",
        lambda tiers: sorted(tiers, key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True),
    ),
    hidden="some values",
    origin=Origin.blind,
)
