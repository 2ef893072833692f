"""Seasonal prices: the period asked for, the filters, and numbers that are money."""

import re
from datetime import date, timedelta
from typing import Any

import pytest

from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import ORDINARY, TODAY, by_trait

PRICING = f"/travel/courses/{ORDINARY.id}/pricing"
LAST_PRICED_DAY = TODAY + timedelta(days=400)


def _seasons(body: dict[str, Any]) -> list[dict[str, Any]]:
    seasons: list[dict[str, Any]] = body["data"]["seasons"]
    return seasons


def test_without_a_period_a_year_from_today_is_priced(alpha: Agency) -> None:
    period = alpha.get(PRICING).json()["meta"]["requestedPeriod"]

    assert period == {"startDate": "2040-05-07", "endDate": "2041-05-07"}


def test_without_an_end_the_period_stops_at_the_last_priced_day(alpha: Agency) -> None:
    period = alpha.get(PRICING, startDate="2040-12-01").json()["meta"]["requestedPeriod"]

    assert period == {"startDate": "2040-12-01", "endDate": str(LAST_PRICED_DAY)}


def test_the_period_asked_for_is_repeated(alpha: Agency) -> None:
    period = alpha.get(PRICING, startDate="2040-06-01", endDate="2040-06-30").json()["meta"]["requestedPeriod"]

    assert period == {"startDate": "2040-06-01", "endDate": "2040-06-30"}


def test_the_seasons_cover_every_day_of_the_period(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(PRICING).json())

    ends = [date.fromisoformat(season["validTo"]) + timedelta(days=1) for season in seasons[:-1]]
    assert [season["validFrom"] for season in seasons[1:]] == [str(day) for day in ends]


def test_every_season_touches_the_period(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(PRICING, startDate="2040-06-01", endDate="2040-06-30").json())

    assert all(season["validFrom"] <= "2040-06-30" and season["validTo"] >= "2040-06-01" for season in seasons)


def test_the_number_of_seasons_is_shown(alpha: Agency) -> None:
    body = alpha.get(PRICING).json()

    assert body["meta"]["totalSeasons"] == len(_seasons(body))


@pytest.mark.parametrize(("holes", "shown"), [(None, "all"), (9, 9), (18, 18)])
def test_the_hole_filter_is_repeated_as_a_number_or_all(alpha: Agency, holes: int | None, shown: object) -> None:
    assert alpha.get(PRICING, holeCount=holes).json()["meta"]["holeCount"] == shown


@pytest.mark.parametrize(("holes", "left"), [(None, {9, 18}), (9, {9}), (18, {18})])
def test_the_hole_filter_leaves_prices_of_that_many_holes(alpha: Agency, holes: int | None, left: set[int]) -> None:
    seasons = _seasons(alpha.get(PRICING, holeCount=holes).json())

    assert {price["holeCount"] for season in seasons for price in season["prices"]} == left


def test_a_filter_that_leaves_no_price_leaves_the_seasons(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(f"/travel/courses/{by_trait('nine-holes').id}/pricing", holeCount=18).json())

    assert {len(season["prices"]) for season in seasons} == {0}


def test_extra_products_appear_on_request(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(PRICING, includeExtraProducts="true").json())

    assert all(season["extraProducts"] for season in seasons)


@pytest.mark.parametrize("asked", [None, "false"])
def test_extra_products_stay_away_without_a_request(alpha: Agency, asked: str | None) -> None:
    seasons = _seasons(alpha.get(PRICING, includeExtraProducts=asked).json())

    assert not any("extraProducts" in season for season in seasons)


@pytest.mark.parametrize(("asked", "shown"), [(None, False), ("false", False), ("true", True)])
def test_the_answer_shows_whether_extra_products_were_asked_for(alpha: Agency, asked: str | None, shown: bool) -> None:
    assert alpha.get(PRICING, includeExtraProducts=asked).json()["meta"]["includeExtraProducts"] is shown


def test_the_wholesale_price_is_below_the_retail_price(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(PRICING).json())

    assert all(0 < price["b2bPrice"] < price["retailPrice"] for season in seasons for price in season["prices"])


def test_every_amount_has_two_decimals(alpha: Agency) -> None:
    text = alpha.get(PRICING, includeExtraProducts="true").text

    amounts = re.findall(r'"(?:b2bPrice|retailPrice)":([^,}]+)', text)
    assert [amount for amount in amounts if not re.fullmatch(r"\d+\.\d\d", amount)] == []


def test_one_currency_runs_through_the_answer(alpha: Agency) -> None:
    text = alpha.get(PRICING, includeExtraProducts="true").text

    assert set(re.findall(r'"currency":"([A-Z]+)"', text)) == {ORDINARY.currency}


def test_the_last_priced_day_can_be_asked_for(alpha: Agency) -> None:
    assert alpha.get(PRICING, endDate=str(LAST_PRICED_DAY)).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        {"endDate": str(LAST_PRICED_DAY + timedelta(days=1))},
        {"startDate": str(LAST_PRICED_DAY + timedelta(days=1))},
        {"startDate": "2040-06-01", "endDate": "2199-12-31"},
    ],
    ids=["end a day later", "start a day later", "far future"],
)
def test_a_period_beyond_the_priced_days_is_refused(alpha: Agency, query: dict[str, str]) -> None:
    assert refusal(alpha.get(PRICING, **query)) == (422, "period_too_far")


def test_a_period_of_one_day_is_priced(alpha: Agency) -> None:
    seasons = _seasons(alpha.get(PRICING, startDate="2040-06-01", endDate="2040-06-01").json())

    assert len(seasons) == 1


def test_an_unknown_course_has_no_prices(alpha: Agency) -> None:
    assert refusal(alpha.get("/travel/courses/crs_00000000/pricing")) == (404, "course_not_found")
