"""Blind faults of the sixty-sixth lot: prices and terms."""

from __future__ import annotations

from tests.mutants.parts.asking import by_booking_code, day_in
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, mutant, request_change

json_answer(
    "PRC-11.lot66-flag-never-repeated",
    "The meta of a price list says that extra products were not asked for, also when they were.",
    "getCoursePricing",
    put("meta.includeExtraProducts", False),
    origin=Origin.blind,
)


def _starts_a_month(call: Call) -> bool:
    day = day_in(call, "startDate")
    return day is not None and day.day == 1


request_change(
    "PRC-17.lot66-season-of-the-day-before",
    "A price list from the first of a month has the season that ended on the day before.",
    "getCoursePricing",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], -1)),
    when=_starts_a_month,
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="certain days",
    origin=Origin.blind,
)


@mutant(
    "PRC-06.lot66-nine-holes-in-later-seasons",
    "With extra products, the filter for 18 holes works in the first season only.",
    "getCoursePricing",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _nine_holes_in_later_seasons(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or call.query.get("holeCount") != "18" or call.query.get("includeExtraProducts") != "true":
        return answer
    body = answer.json()
    unfiltered = await call.without("holeCount").forward()
    prices = {season["validFrom"]: season["prices"] for season in unfiltered.json()["data"]["seasons"]}
    for season in body["data"]["seasons"][1:]:
        season["prices"] = prices.get(season["validFrom"], season["prices"])
    return answer.with_json(body)


@mutant(
    "PRC-21.lot66-code-unknown-next-year",
    "The booking code is unknown to a price list for a number of holes over the turn of a year.",
    "getCoursePricing",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _code_unknown_next_year(call: Call) -> Answer:
    first, last = day_in(call, "startDate"), day_in(call, "endDate")
    turns = first is not None and last is not None and first.year < last.year
    if turns and by_booking_code(call) and "holeCount" in call.query:
        return await a_refusal_for_an_unknown_id(call)
    return await call.forward()


json_answer(
    "TRM-06.lot66-own-tiers-upside-down",
    "The tiers of a course with terms of its own run from 0 upwards.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)
