"""Blind faults of the tenth lot: the price lists of courses."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import today
from tests.mutants.parts.substitutes import code_of, in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant

_LONGEST = timedelta(days=400)
_THOUSAND = 1000


@mutant(
    "PRC-14.lot10-counted-from-the-start",
    "The 400 days of a price list are counted from startDate, also when it is in the future.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _counted_from_the_start(call: Call) -> Answer:
    answer = await call.forward()
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    if code_of(answer) != "period_too_far" or first is None or last is None:
        return answer
    horizon = await today(aside(call)) + _LONGEST
    if first > horizon or last <= horizon or last - first > _LONGEST:
        return answer
    priced = await call.asking(endDate=horizon).forward()
    if not priced.ok:
        return answer
    return priced.with_json(put("meta.requestedPeriod.endDate", last.isoformat())(priced.json()))


def _as_people_write(price: Decimal | int) -> object:
    return f"{price:,.2f}" if price >= _THOUSAND else price


json_answer(
    "CNV-05.lot10-thousands-apart",
    "A price of a thousand and more is a text, with a comma between the thousands.",
    "getCoursePricing",
    in_turn(
        alter("data.seasons[*].prices[*].b2bPrice", _as_people_write),
        alter("data.seasons[*].prices[*].retailPrice", _as_people_write),
    ),
    hidden="some values",
    origin=Origin.blind,
)
