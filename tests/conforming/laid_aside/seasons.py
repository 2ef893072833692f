"""The seasonal pricing of a course, where its structure is open."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item, course_of, money
from tests.conforming.tools.variation import (
    Ask,
    Forward,
    Variation,
    body_of,
    edited,
    has_json,
    variation,
    with_json,
)

_DEFAULT_DAYS = 90


def _with_seasons(body: Any, seasons: list[Item]) -> Any:
    return body | {
        "data": body["data"] | {"seasons": seasons},
        "meta": body["meta"] | {"totalSeasons": len(seasons)},
    }


def _by_month(_ask: Ask, body: Any) -> Any:
    period = body["meta"]["requestedPeriod"]
    months = [month for season in body["data"]["seasons"] for month in _months_of(season)]
    wanted = [m for m in months if m["validFrom"] <= period["endDate"] and m["validTo"] >= period["startDate"]]
    return _with_seasons(body, wanted)


def _months_of(season: Item) -> list[Item]:
    months, begin, last = [], date.fromisoformat(season["validFrom"]), date.fromisoformat(season["validTo"])
    while begin <= last:
        end = min(last, begin.replace(day=calendar.monthrange(begin.year, begin.month)[1]))
        name = f"{calendar.month_name[begin.month]} {begin.year}"
        months.append(season | {"season": name, "validFrom": begin.isoformat(), "validTo": end.isoformat()})
        begin = end + timedelta(days=1)
    return months


def _with_a_promotion(_ask: Ask, body: Any) -> Any:
    seasons = body["data"]["seasons"]
    promotions = [_promotion(season) for season in seasons[:1]]
    return _with_seasons(body, [*seasons, *promotions])


def _promotion(season: Item) -> Item:
    prices = [item | {"b2bPrice": money(item["b2bPrice"] * Decimal("0.8"))} for item in season["prices"]]
    return season | {"season": "Early booking", "seasonType": "promotion", "prices": prices}


def _with_weekday_rules(_ask: Ask, body: Any) -> Any:
    rules = {"days": ["mon", "tue", "wed", "thu"], "holidays": False}
    for season in body["data"]["seasons"]:
        season["prices"] = [item | {"weekdayRules": rules} for item in season["prices"]]
    return body


def _without_extras(_ask: Ask, body: Any) -> Any:
    for season in body["data"]["seasons"]:
        season.pop("extraProducts", None)
    return body


def _extras_in_the_last_season(_ask: Ask, body: Any) -> Any:
    for season in body["data"]["seasons"][:-1]:
        season.pop("extraProducts", None)
    return body


def _retail_below_wholesale(_ask: Ask, body: Any) -> Any:
    for season in body["data"]["seasons"]:
        for item in season["prices"]:
            item["b2bPrice"], item["retailPrice"] = item["retailPrice"], item["b2bPrice"]
    return body


def _hole_count_as_text(_ask: Ask, body: Any) -> Any:
    return body | {"meta": body["meta"] | {"holeCount": str(body["meta"]["holeCount"])}}


def _short_default_period(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "getCoursePricing" or not has_json(answer) or "endDate" in ask.query:
        return answer
    period = body_of(answer)["meta"]["requestedPeriod"]
    last = date.fromisoformat(period["startDate"]) + timedelta(days=_DEFAULT_DAYS)
    end = min(last.isoformat(), str(period["endDate"]))
    return forward(ask.asking(startDate=period["startDate"], endDate=end))


def _no_nine_hole_rounds(ask: Ask, forward: Forward) -> Response:
    answer = forward(ask)
    if ask.operation != "getCoursePricing" or not has_json(answer):
        return answer
    body = body_of(answer)
    course = course_of(ask, forward, body["data"]["courseId"])
    if course is None or course["holes"] == 9:
        return answer
    for season in body["data"]["seasons"]:
        season["prices"] = [item for item in season["prices"] if item["holeCount"] == 18]
    return with_json(answer, body)


_PRICING = "getCoursePricing"
_MAY_CARRY = "With includeExtraProducts=true each season may carry extraProducts: no sentence says that it must."

VARIATIONS: tuple[Variation, ...] = (
    edited(
        "every month is a season",
        "The specification does not say how many seasons a year has, nor how long a season is.",
        _PRICING,
        _by_month,
        choice="seasons",
    ),
    edited(
        "a promotion overlaps a season",
        "No sentence says that seasons exclude each other, and the complete set of season types is not shown.",
        _PRICING,
        _with_a_promotion,
        choice="seasons",
    ),
    edited(
        "weekday rules are objects",
        "The structure of weekdayRules is not shown, except that it is null in every sample.",
        _PRICING,
        _with_weekday_rules,
    ),
    edited("no course has extra products", _MAY_CARRY, _PRICING, _without_extras, choice="extra products"),
    edited(
        "only the last season has extra products",
        _MAY_CARRY,
        _PRICING,
        _extras_in_the_last_season,
        choice="extra products",
    ),
    edited(
        "retail prices are below wholesale prices",
        "The specification states no order between b2bPrice and retailPrice.",
        _PRICING,
        _retail_below_wholesale,
    ),
    edited(
        "the repeated hole count is a text",
        "meta.holeCount is a string or an integer.",
        _PRICING,
        _hole_count_as_text,
    ),
    variation(
        "the default pricing period has ninety days",
        "The specification does not say which period is priced when endDate is missing.",
        _short_default_period,
    ),
    variation(
        "courses of 18 holes sell no rounds of 9 holes",
        "The specification does not say which price items a course has.",
        _no_nine_hole_rounds,
    ),
)
