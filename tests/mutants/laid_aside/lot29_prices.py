"""Blind faults of prices: those of courses and those of groups."""

from __future__ import annotations

from decimal import Decimal
from struct import pack, unpack
from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import Edit, alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, request_change

# A plain fault.
json_answer(
    "PRC-04.lot29-count-as-text",
    "totalSeasons of the price list is a string.",
    "getCoursePricing",
    alter("meta.totalSeasons", str),
    origin=Origin.blind,
)


# Faults under a condition.
def _with_day_before(call: Call) -> Call:
    return call.asking(startDate=days_after(call.query["startDate"], -1))


def _as_requested(call: Call) -> Edit:
    return put("meta.requestedPeriod.startDate", call.query["startDate"])


def _has_period(call: Call) -> bool:
    return day_in(call, "startDate") is not None and day_in(call, "endDate") is not None


request_change(
    "PRC-17.lot29-day-before",
    "A price list for a period shows the season that ended on the day before the period too.",
    "getCoursePricing",
    _with_day_before,
    when=_has_period,
    then=_as_requested,
    hidden="certain days",
    origin=Origin.blind,
)

request_change(
    "PRC-09.lot29-false-is-a-word",
    "includeExtraProducts=false shows the extra products: any value that is sent counts as true.",
    "getCoursePricing",
    lambda call: call.asking(includeExtraProducts="true"),
    when=lambda call: call.query.get("includeExtraProducts") == "false",
    then=lambda _: put("meta.includeExtraProducts", False),
    hidden="some values",
    origin=Origin.blind,
)


def _in_single_precision(amount: Any) -> Decimal:
    value: float = unpack("f", pack("f", float(amount)))[0]
    return Decimal(repr(value))


json_answer(
    "CNV-05.lot29-single-precision",
    "The discount and the total of a group with a discount have the noise of a single-precision column.",
    "calculateGroupPrice",
    where(
        lambda body: body["data"]["discountPercent"] > 0,
        in_turn(alter("data.discount", _in_single_precision), alter("data.total", _in_single_precision)),
    ),
    hidden="some values",
    origin=Origin.blind,
)
