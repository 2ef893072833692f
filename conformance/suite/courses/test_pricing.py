"""Checks of course pricing: its filters, its period, and what belongs together in one answer."""

from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import cycle
from operator import attrgetter
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import same
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Untested, verifies
from conformance.scope.lanes import run_together
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.arranged.many_answers import require_successes, require_unknown_ids_refused
from conformance.suite.courses.price_lists import (
    PriceList,
    PriceLists,
    two_days_of_a_season,
    weeks_with_extras,
)
from conformance.suite.courses.price_oracles import (
    advise_periods_to_end_by,
    advise_the_name_of_the_details,
    number_of_seasons,
    require_extra_products,
    require_member,
    require_no_extra_products,
    require_no_extra_products_by_default,
    require_nothing_given,
    require_one_currency,
    require_only_prices_for,
    require_seasons_begin_by,
    require_seasons_end_after_they_begin,
    require_seasons_touch_the_period,
    require_the_limit_to_count_from_today,
)
from conformance.suite.courses.prices_by_code import require_same_by_code, with_parameters
from conformance.target.target import Target

_COURSES_ASKED = 3
_LIMIT_DAYS = 400
_BEGIN_OF_A_FAR_PERIOD, _HALF_A_YEAR_DAYS = 380, 180
# Nobody says in which zone "today" is.
_SLACK_DAYS = 2
_DAYS_OF_A_SHORT_PERIOD = 7


@pytest.fixture(scope="session")
def price_lists(reader: Agency, courses: CourseFinder, run: Run) -> PriceLists:
    """Prices of sampled courses."""
    return PriceLists(reader, courses, run)


@verifies("PRC-05")
def test_meta_says_all_when_no_hole_count_is_asked_for(price_lists: PriceLists) -> None:
    require_member(price_lists.of_a_year, "meta.holeCount", lambda _: "all")


@pytest.mark.parametrize(
    "holes", [pytest.param(18, marks=verifies("PRC-06")), pytest.param(9, marks=verifies("PRC-07"))]
)
def test_the_hole_filter_returns_only_prices_of_that_kind(price_lists: PriceLists, holes: int) -> None:
    # A filter may work alone and not beside another parameter. The courses have several currencies, in turn.
    extras: dict[str, object] = {"includeExtraProducts": True}
    beside: list[dict[str, object]] = [{}, extras] if holes == 18 else [extras, {}]
    beside.append({"endDate": price_lists.day(200)})
    asked = zip(price_lists.with_both_kinds, cycle(beside), strict=False)
    lists = run_together(partial(price_lists.read, course, holeCount=holes, **more) for course, more in asked)

    require_only_prices_for(holes, lists)


@verifies("PRC-08")
@pytest.mark.parametrize("holes", [9, 18])
def test_meta_repeats_the_hole_count_asked_for(price_lists: PriceLists, holes: int) -> None:
    # Extra products may go wrong in another currency than the first.
    course = _preferring_extras(price_lists)[:2][-1]
    price_list = price_lists.read(course, holeCount=holes, includeExtraProducts=True)

    same(str(price_list.member("meta.holeCount")), str(holes), f"meta.holeCount of {price_list.answer.where}")


@verifies("PRC-09")
@pytest.mark.parametrize("query", [{}, {"includeExtraProducts": False}])
def test_extra_products_are_absent_unless_asked_for(price_lists: PriceLists, query: dict[str, object]) -> None:
    beside: tuple[dict[str, object], ...] = ({}, {"holeCount": 18}, {"holeCount": 9})
    asked = zip(price_lists.with_extras, cycle(beside), strict=False)

    lists = run_together(partial(price_lists.read, course, **query, **more) for course, more in asked)
    require_no_extra_products(lists)


@verifies("PRC-10")
def test_extra_products_are_not_included_by_default(price_lists: PriceLists, target: Target) -> None:
    courses = _preferring_extras(price_lists) + _declared_code(target)

    require_no_extra_products_by_default(price_lists, courses)


def _declared_code(target: Target) -> list[str]:
    """The booking code that the target declares, if it declares a code."""
    return [target.courses.booking_code.code] if target.courses.booking_code else []


def _preferring_extras(price_lists: PriceLists) -> list[str]:
    try:
        return price_lists.with_extras
    except Untested:
        return price_lists.priced


@verifies("PRC-11")
@pytest.mark.parametrize("flag", [True, False])
def test_meta_repeats_whether_extra_products_are_included(price_lists: PriceLists, flag: bool) -> None:
    price_list = price_lists.read(price_lists.priced[0], includeExtraProducts=flag)

    require_member([price_list], "meta.includeExtraProducts", lambda _: flag)


@verifies("PRC-13")
def test_extra_products_of_a_year_are_shown_for_a_week_of_it(price_lists: PriceLists) -> None:
    weeks = weeks_with_extras(price_lists)

    require_extra_products(weeks)


@verifies("PRC-14")
def test_the_pricing_period_ends_within_four_hundred_days(price_lists: PriceLists) -> None:
    furthest = price_lists.day(_LIMIT_DAYS + _SLACK_DAYS)
    asked = run_together(partial(_far_beyond, price_lists, course) for course in price_lists.priced)
    # A target may count the days from the first day asked for.
    asked.append(_far_beyond(price_lists, price_lists.priced[0], startDate=price_lists.day(_BEGIN_OF_A_FAR_PERIOD)))
    served = list(filter(None, asked))

    require_seasons_begin_by(furthest, served)
    advise_periods_to_end_by(furthest, served)


def _far_beyond(price_lists: PriceLists, course: str, **period: object) -> PriceList | None:
    attempt = price_lists.ask(course, endDate=price_lists.day(760), **period)
    control = price_lists.lately(course, endDate=price_lists.day(_LIMIT_DAYS - _SLACK_DAYS))

    return price_lists.read_unless_refused(course, attempt, control)


@verifies("PRC-15")
def test_an_end_date_within_four_hundred_days_is_accepted(price_lists: PriceLists) -> None:
    last = price_lists.day(_LIMIT_DAYS - _SLACK_DAYS)

    require_successes(price_lists.lately(course, endDate=last) for course in price_lists.priced)
    require_the_limit_to_count_from_today(price_lists, price_lists.priced[-1], last)


@verifies("PRC-16")
def test_meta_repeats_the_period_asked_for(price_lists: PriceLists) -> None:
    period = {"startDate": price_lists.day(30), "endDate": price_lists.day(200)}

    price_list = price_lists.read(price_lists.priced[0], **period)

    require_member([price_list], "meta.requestedPeriod.startDate", lambda _: period["startDate"])
    require_member([price_list], "meta.requestedPeriod.endDate", lambda _: period["endDate"])


@verifies("PRC-17")
def test_every_season_touches_the_period_asked_for(price_lists: PriceLists, run: Run) -> None:
    two_days = two_days_of_a_season(price_lists, run)

    require_seasons_touch_the_period(two_days)


@verifies("PRC-06")
def test_the_hole_filter_works_without_a_period(price_lists: PriceLists) -> None:
    require_only_prices_for(18, [price_lists.read_alone(price_lists.with_both_kinds[0], holeCount=18)])


@verifies("PRC-11")
def test_meta_repeats_the_flag_without_a_period(price_lists: PriceLists) -> None:
    price_list = price_lists.read_alone(price_lists.priced[0], includeExtraProducts=True)

    require_member([price_list], "meta.includeExtraProducts", lambda _: True)


@verifies("PRC-16")
def test_meta_repeats_a_start_date_without_an_end_date(price_lists: PriceLists) -> None:
    first = price_lists.day(30)

    price_list = price_lists.read_alone(price_lists.priced[0], startDate=first)

    require_member([price_list], "meta.requestedPeriod.startDate", lambda _: first)


@verifies("PRC-17")
def test_no_season_begins_after_an_end_date_without_a_start_date(price_lists: PriceLists) -> None:
    year = price_lists.with_seasons[0]
    last = price_lists.day(_DAYS_OF_A_SHORT_PERIOD)

    found = price_lists.read_alone(year.course_id, endDate=last)

    require_seasons_touch_the_period([(found, date.min, date.fromisoformat(last))])


@verifies("PRC-18")
def test_no_season_ends_before_it_begins(price_lists: PriceLists) -> None:
    require_seasons_end_after_they_begin(price_lists.of_a_year)


@verifies("PRC-19")
def test_total_seasons_is_the_number_of_seasons(price_lists: PriceLists) -> None:
    course = price_lists.priced[0]
    short = price_lists.read(course, endDate=price_lists.day(30))
    filtered = price_lists.read(course, holeCount=18)

    require_member((*price_lists.of_a_year, short, filtered), "meta.totalSeasons", number_of_seasons)


@verifies("PRC-20")
def test_pricing_names_the_course_asked_for(price_lists: PriceLists, courses: CourseFinder) -> None:
    require_member(price_lists.of_a_year, "data.courseId", lambda price_list: price_list.course_id)
    advise_the_name_of_the_details(price_lists.of_a_year[:_COURSES_ASKED], courses)


@verifies("PRC-21")
def test_pricing_accepts_the_booking_code(price_lists: PriceLists, courses: CourseFinder, run: Run) -> None:
    declared = courses.booking_code()

    for prices in with_parameters(price_lists, declared, price_lists.day(_HALF_A_YEAR_DAYS), run):
        require_same_by_code(prices, declared)


@verifies("PRC-23")
def test_one_price_list_has_one_currency(price_lists: PriceLists) -> None:
    require_one_currency(price_lists.of_a_year)


@verifies("PRC-24")
@pytest.mark.parametrize(
    ("case", "given"),
    [
        pytest.param("reversed period", attrgetter("seasons"), id="reversed period"),
        pytest.param("no such day", attrgetter("seasons"), id="no such day"),
        pytest.param("twelve holes", attrgetter("prices"), id="twelve holes"),
    ],
)
def test_bad_pricing_parameters_are_refused_or_give_no_prices(
    price_lists: PriceLists, case: str, given: Callable[[PriceList], Sequence[Any]], run: Run
) -> None:
    course = price_lists.priced[0]

    attempt = price_lists.ask(course, **_bad_parameters(price_lists, run)[case])
    control = price_lists.lately(course, endDate=price_lists.day(200))

    served = price_lists.read_unless_refused(course, attempt, control)
    require_nothing_given(served, given)


def _bad_parameters(price_lists: PriceLists, run: Run) -> dict[str, dict[str, object]]:
    return {
        "reversed period": {"startDate": price_lists.day(200), "endDate": price_lists.day(30)},
        "no such day": {"endDate": f"{run.today.year + 1}-02-30"},
        "twelve holes": {"holeCount": 12},
    }


@verifies("PRC-25")
def test_prices_of_an_unknown_course_are_not_served(price_lists: PriceLists, courses: CourseFinder, run: Run) -> None:
    pairs = unknown_courses(courses, run, "unknown course for prices")

    require_unknown_ids_refused(price_lists.ask, pairs)
