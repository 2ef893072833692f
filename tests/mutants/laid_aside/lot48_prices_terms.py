"""Blind faults of the forty-eighth lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import by_booking_code
from tests.mutants.parts.borrowed import today
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change


def _counting_prices(body: Any) -> Any:
    """The price list whose number of seasons is that of its prices."""
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot48-prices-counted",
    "totalSeasons counts the prices of all seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)

json_answer(
    "TRM-06.lot48-tiers-upside-down",
    "The tiers of a cancellation policy run from 0 hours up to the largest number of hours.",
    "getCourseTerms",
    alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot48-seasons-from-today",
    "A price list for a later period also has the seasons between today and its first day.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _seasons_from_today(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or "startDate" not in call.query:
        return answer
    period = answer.json()["meta"]["requestedPeriod"]
    first = (await today(call)).isoformat()
    if period["startDate"] <= first:
        return answer
    longer = await call.asking(startDate=first, endDate=period["endDate"]).forward()
    if not longer.ok:
        return answer
    return longer.with_json(put("meta.requestedPeriod", period)(longer.json()))


def _asks_for_18_and_extras_by_code(call: Call) -> bool:
    """Whether a call names a course by booking code, and asks for 18 holes and for extra products."""
    wanted = (call.query.get("holeCount"), call.query.get("includeExtraProducts"))
    return by_booking_code(call) and wanted == ("18", "true")


request_change(
    "PRC-06.lot48-extras-bring-nine-holes",
    "A price list of 18 holes with extra products, asked for by booking code, also has the prices of 9 holes.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=_asks_for_18_and_extras_by_code,
    then=lambda _: put("meta.holeCount", 18),
    hidden="a combination of parameters",
    origin=Origin.blind,
)
