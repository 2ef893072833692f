"""Blind faults of the fifty-third lot: prices and terms."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.asking import day_in
from tests.mutants.parts.borrowed import days_after
from tests.mutants.tools.call import Call
from tests.mutants.tools.edits import alter, put, where
from tests.mutants.tools.registry import Origin, json_answer, request_change

_DAYS_BEFORE = -60


def _asks_for_extras(call: Call) -> bool:
    return bool(call.query.get("includeExtraProducts") == "true")


request_change(
    "PRC-07.lot53-nine-with-extras",
    "holeCount=9 together with extra products also returns 18-hole prices.",
    "getCoursePricing",
    lambda call: call.without("holeCount"),
    when=lambda call: call.query.get("holeCount") == "9" and _asks_for_extras(call),
    then=lambda _: put("meta.holeCount", 9),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _asks_for_one_day(call: Call) -> bool:
    day = day_in(call, "startDate")
    return day is not None and day == day_in(call, "endDate")


request_change(
    "PRC-17.lot53-day-with-holes",
    "The prices of a single day with a hole filter include seasons that end before that day.",
    "getCoursePricing",
    lambda call: call.asking(startDate=days_after(call.query["startDate"], _DAYS_BEFORE)),
    when=lambda call: "holeCount" in call.query and _asks_for_one_day(call),
    then=lambda call: put("meta.requestedPeriod.startDate", call.query["startDate"]),
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _counting_prices(body: dict[str, Any]) -> dict[str, Any]:
    body["meta"]["totalSeasons"] = sum(len(season["prices"]) for season in body["data"]["seasons"])
    return body


json_answer(
    "PRC-19.lot53-counts-prices",
    "totalSeasons counts the price items in place of the seasons.",
    "getCoursePricing",
    _counting_prices,
    origin=Origin.blind,
)


json_answer(
    "PRC-23.lot53-extras-in-euro",
    "Extra products of a course outside the euro area are labelled with EUR.",
    "getCoursePricing",
    where(lambda body: body["data"]["currency"] != "EUR", put("data.seasons[*].extraProducts[*].currency", "EUR")),
    when=_asks_for_extras,
    hidden="some values",
    origin=Origin.blind,
)


json_answer(
    "TRM-06.lot53-own-tiers-upside-down",
    "The cancellation tiers of a course with an own policy run from 0 up.",
    "getCourseTerms",
    where(
        lambda body: body["data"]["cancellationPolicy"]["source"] != "platform",
        alter("data.cancellationPolicy.tiers", lambda tiers: tiers[::-1]),
    ),
    hidden="some values",
    origin=Origin.blind,
)
