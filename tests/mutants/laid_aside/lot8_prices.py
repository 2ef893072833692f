"""Blind faults of the eighth lot: seasonal prices and the prices of groups."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGEST_PERIOD = timedelta(days=400)
# One day less than the limit: the day of the course may not be the day of the first course in the list.
_FURTHEST_DAY = timedelta(days=399)
_WHOLE = 100
_CENT = Decimal("0.01")


def _counting_types(body: Any) -> Any:
    body["meta"]["totalSeasons"] = len({season["seasonType"] for season in body["data"]["seasons"]})
    return body


def _unrounded(body: Any) -> Any:
    price = body["data"]
    subtotal = Decimal(price["subtotal"])
    discount = subtotal * Decimal(price["discountPercent"]) / _WHOLE
    if discount != discount.quantize(_CENT):
        price.update(discount=discount, total=subtotal - discount)
    return body


# A plain fault.
json_answer(
    "PRC-19.lot8-distinct-types",
    "totalSeasons counts the different season types.",
    "getCoursePricing",
    _counting_types,
    origin=Origin.blind,
)

# Faults under a condition.
json_answer(
    "PRC-23.lot8-euro-extras",
    "The extra products of a course with another currency are in EUR.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
json_answer(
    "CNV-05.lot8-unrounded-discount",
    "A group discount that is no whole number of cents has three decimals.",
    "calculateGroupPrice",
    _unrounded,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "PRC-14.lot8-counted-from-the-start",
    "The limit of 400 days counts from a later startDate and not from today.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or first is None or last is None or last - first > _LONGEST_PERIOD:
        return answer
    nearer = await call.asking(endDate=await today(call) + _FURTHEST_DAY).forward()
    if not nearer.ok:
        return answer
    return nearer.with_json(put("meta.requestedPeriod.endDate", last.isoformat())(nearer.json()))
