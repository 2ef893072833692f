"""Blind faults of the seventy-first lot: prices."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import asks, by_booking_code, day_in
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


@mutant(
    "PRC-17.lot71-season-of-yesterday",
    "A price list also shows the season that ended on the day before the requested period.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _from_the_day_before(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or day_in(call, "startDate") is None:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    earlier = call.asking(startDate=days_after(period["startDate"], -1), endDate=period["endDate"])
    longer = await earlier.forward()
    return longer.with_json(put("meta.requestedPeriod", period)(longer.json())) if longer.ok else answer


request_change(
    "PRC-06.lot71-extras-lose-the-holes",
    "A price list with extra products shows the prices for 9 holes although 18 were asked for.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: (call.query.get("holeCount"), call.query.get("includeExtraProducts")) == ("18", "true"),
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "PRC-21.lot71-code-with-dates",
    "A price list for given dates is not found under the booking code of the course.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _dates_need_an_id(call: Call) -> Answer:
    answer = await call.forward()
    if answer.ok and by_booking_code(call) and asks(call, "startDate"):
        return await a_refusal_for_an_unknown_id(call)
    return answer


def _count_prices(body: Any) -> Any:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot71-counts-price-rows",
    "The number of seasons counts the prices of all seasons.",
    "getCoursePricing",
    _count_prices,
    origin=Origin.blind,
)
