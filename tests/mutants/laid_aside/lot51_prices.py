"""Blind faults of the fifty-first lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, json_answer, mutant

_EURO = "EUR"


def _until_the_day_after(body: Any) -> Any:
    period = body["meta"]["requestedPeriod"]
    period["endDate"] = days_after(period["endDate"], 1)
    return body


json_answer(
    "PRC-16.lot51-until-the-day-after",
    "The requested period of a price list ends one day after the requested end.",
    "getCoursePricing",
    _until_the_day_after,
    when=lambda call: day_in(call, "endDate") is not None,
    origin=Origin.blind,
)


@mutant(
    "PRC-17.lot51-season-that-just-ended",
    "A price list that begins on the first day of a season also has the season that ended on the day before.",
    "getCoursePricing",
    hidden="certain days",
    origin=Origin.blind,
)
async def _season_that_just_ended(call: Call) -> Answer:
    answer = await call.forward()
    if not answer.ok or day_in(call, "startDate") is None:
        return answer
    day_before = days_after(call.query["startDate"], -1)
    earlier = await call.asking(startDate=day_before).forward()
    seasons = earlier.json()["data"]["seasons"] if earlier.ok else []
    ended = [season for season in seasons if season["validTo"] == day_before]
    if not ended:
        return answer
    body = answer.json()
    body["data"]["seasons"] = ended + body["data"]["seasons"]
    body["meta"]["totalSeasons"] = len(body["data"]["seasons"])
    return answer.with_json(body)


def _extras_in_euro(body: Any) -> Any:
    for season in body["data"]["seasons"]:
        for product in season.get("extraProducts", ()):
            product["currency"] = _EURO
    return body


json_answer(
    "PRC-23.lot51-extras-in-euro",
    "The extra products of a course with another currency are priced in euro.",
    "getCoursePricing",
    _extras_in_euro,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _in_order_of_text(body: Any) -> Any:
    body["data"]["cancellationPolicy"]["tiers"].sort(key=lambda tier: str(tier["hoursBeforeTeeTime"]), reverse=True)
    return body


json_answer(
    "TRM-06.lot51-hours-in-order-of-text",
    "Tiers are in the order of their hours as text, so that a tier of 168 hours comes after one of 72.",
    "getCourseTerms",
    _in_order_of_text,
    hidden="some values",
    origin=Origin.blind,
)
