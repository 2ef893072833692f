"""Checks of course pricing: its filters, its period, and what belongs together in one answer."""

from datetime import date, timedelta
from itertools import cycle
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, part, refused, refused_or, same, steady
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Advisory, Untested, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import unknown_courses
from conformance.suite.courses.price_lists import PriceList, PriceLists, season_dates
from conformance.target.target import BookingCode, Target

_LIMIT_DAYS = 400
_BEGIN_OF_A_FAR_PERIOD = 380
_HALF_A_YEAR_DAYS = 180
# Nobody says in which zone "today" is.
_SLACK_DAYS = 2


@pytest.fixture(scope="session")
def price_lists(agency: Agency, courses: CourseFinder, run: Run) -> PriceLists:
    """Prices of sampled courses."""
    return PriceLists(agency, courses, run)


@verifies("PRC-05")
def test_meta_says_all_when_no_hole_count_is_asked_for(price_lists: PriceLists) -> None:
    for price_list in price_lists.of_a_year:
        same(price_list.told("meta.holeCount"), "all", f"meta.holeCount of {price_list.answer.where}")


@pytest.mark.parametrize(
    "holes", [pytest.param(18, marks=verifies("PRC-06")), pytest.param(9, marks=verifies("PRC-07"))]
)
def test_the_hole_filter_returns_only_prices_of_that_kind(price_lists: PriceLists, holes: int) -> None:
    # A filter may work alone and not beside another parameter.
    beside: tuple[dict[str, object], ...] = ({}, {"includeExtraProducts": True}, {"endDate": price_lists.day(200)})
    asked = zip(price_lists.with_both_kinds, cycle(beside), strict=False)
    lists = [price_lists.read(course, holeCount=holes, **more) for course, more in asked]

    for price_list in lists:
        others = sorted(price_list.hole_counts - {holes})
        expect(
            not others,
            f"{price_list.answer.where} gives only prices for {holes} holes",
            f"it has prices for {others} holes too",
            price_list.answer,
        )
    if not any(price_list.prices for price_list in lists):
        raise Untested(f"No price is left for holeCount={holes}, which proves nothing.")


@verifies("PRC-08")
@pytest.mark.parametrize("holes", [9, 18])
def test_meta_repeats_the_hole_count_asked_for(price_lists: PriceLists, holes: int) -> None:
    price_list = price_lists.read(price_lists.priced[0], holeCount=holes)
    told = price_list.told("meta.holeCount")

    same(str(told), str(holes), f"meta.holeCount of {price_list.answer.where}")


@verifies("PRC-09")
@pytest.mark.parametrize("query", [{}, {"includeExtraProducts": False}])
def test_extra_products_are_absent_unless_asked_for(price_lists: PriceLists, query: dict[str, object]) -> None:
    beside: tuple[dict[str, object], ...] = ({}, {"holeCount": 18}, {"holeCount": 9})
    for course, more in zip(price_lists.with_extras, cycle(beside), strict=False):
        price_list = price_lists.read(course, **query, **more)
        shown = [season["extraProducts"] for season in price_list.seasons if "extraProducts" in season]
        expect(
            not any(shown),
            f"{price_list.answer.where} has no extraProducts",
            f"{len(shown)} seasons have them",
            price_list.answer,
        )
        if shown:
            raise Advisory(f"{price_list.answer.where} shows empty extraProducts instead of none.")


@verifies("PRC-10")
def test_extra_products_are_not_included_by_default(price_lists: PriceLists, target: Target) -> None:
    code = target.courses.booking_code
    for course in (*_preferring_extras(price_lists), *([code.code] if code else [])):
        said, unsaid = steady(
            lambda: _compared(price_lists.read(course, includeExtraProducts=False)),  # noqa: B023 - called at once
            lambda: _compared(price_lists.read(course)),  # noqa: B023 - called at once
        )
        same(unsaid, said, f"pricing of {course} without includeExtraProducts, as with false,")


def _preferring_extras(price_lists: PriceLists) -> list[str]:
    try:
        return price_lists.with_extras
    except Untested:
        return price_lists.priced


def _compared(price_list: PriceList) -> dict[str, Any]:
    return {"seasons": price_list.seasons, "flag": price_list.told("meta.includeExtraProducts")}


@verifies("PRC-11")
@pytest.mark.parametrize("flag", [True, False])
def test_meta_repeats_whether_extra_products_are_included(price_lists: PriceLists, flag: bool) -> None:
    price_list = price_lists.read(price_lists.priced[0], includeExtraProducts=flag)
    told = price_list.told("meta.includeExtraProducts")

    same(told, flag, f"meta.includeExtraProducts of {price_list.answer.where}")


@verifies("PRC-13")
def test_extra_products_of_a_year_are_shown_for_a_week_of_it(price_lists: PriceLists) -> None:
    # No document names a course with extra products: known are those that showed some, and without any the row stays
    # open.
    for course in price_lists.with_extras:
        year = next(one for one in price_lists.of_a_year if one.course_id == course)
        first, last = season_dates(next(one for one in reversed(year.seasons) if one.get("extraProducts")))
        begin = max(first, date.fromisoformat(price_lists.day(1)))
        end = min(last, begin + timedelta(days=6))
        if end < begin:
            continue

        week = price_lists.read(course, startDate=begin, endDate=end, includeExtraProducts=True)

        expected = f"{week.answer.where} shows extra products, as the list for a year does"
        expect(bool(week.extra_products), expected, "no season has any")


@verifies("PRC-14")
def test_the_pricing_period_ends_within_four_hundred_days(price_lists: PriceLists) -> None:
    furthest = price_lists.day(_LIMIT_DAYS + _SLACK_DAYS)
    lists = [_far_beyond(price_lists, course) for course in price_lists.priced]
    # The days may be counted from the first one asked for.
    lists.append(_far_beyond(price_lists, price_lists.priced[0], startDate=price_lists.day(_BEGIN_OF_A_FAR_PERIOD)))

    for price_list in filter(None, lists):
        late = [season["validFrom"] for season in price_list.seasons if season_dates(season)[0].isoformat() > furthest]
        expect(
            not late,
            f"{price_list.answer.where} has no season that begins after {furthest}",
            f"seasons begin on {shown(late)}",
        )
    for price_list in filter(None, lists):
        told = part(price_list.answer.body, "meta.requestedPeriod.endDate", judge=False)
        if str(told) > furthest:
            raise Advisory(f"{price_list.answer.where} reports a period until {told}, more than 400 days ahead.")


def _far_beyond(price_lists: PriceLists, course: str, **period: object) -> PriceList | None:
    attempt = price_lists.ask(course, endDate=price_lists.day(760), **period)
    control = price_lists.lately(course, endDate=price_lists.day(_LIMIT_DAYS - _SLACK_DAYS))

    return None if refused_or(attempt, control=control) is None else PriceList(course, attempt)


@verifies("PRC-15")
def test_an_end_date_within_four_hundred_days_is_accepted(price_lists: PriceLists) -> None:
    for course in price_lists.priced:
        golden(price_lists.lately(course, endDate=price_lists.day(_LIMIT_DAYS - _SLACK_DAYS)))


@verifies("PRC-16")
def test_meta_repeats_the_period_asked_for(price_lists: PriceLists) -> None:
    period = {"startDate": price_lists.day(30), "endDate": price_lists.day(200)}

    price_list = price_lists.read(price_lists.priced[0], **period)

    for name, wanted in period.items():
        what = f"meta.requestedPeriod.{name} of {price_list.answer.where}"
        same(price_list.told(f"meta.requestedPeriod.{name}"), wanted, what)


@verifies("PRC-17")
def test_every_season_touches_the_period_asked_for(price_lists: PriceLists, run: Run) -> None:
    seasonal = [one for one in price_lists.of_a_year if len(one.seasons) > 1][:3]
    if not seasonal:
        raise Untested("No sampled course has two seasons, so a short period leaves nothing out.")

    for year in seasonal:
        first = _day_within(run.random(f"season of {year.course_id}").choice(year.seasons), run.today)
        last = first + timedelta(days=1)
        found = price_lists.read(year.course_id, startDate=first.isoformat(), endDate=last.isoformat())
        dates = [season_dates(season) for season in found.seasons]
        outside = [f"{begins} to {ends}" for begins, ends in dates if begins > last or ends < first]
        expect(
            not outside,
            f"every season of {found.answer.where} touches {first} to {last}",
            f"these do not: {shown(outside)}",
            found.answer,
        )


def _day_within(season: Any, today: date) -> date:
    """The first day of *season* that is not past, of the season itself or, where it ends before today, today."""
    return max(season_dates(season)[0], today)


@verifies("PRC-18")
def test_no_season_ends_before_it_begins(price_lists: PriceLists) -> None:
    for price_list in price_lists.of_a_year:
        for season in price_list.seasons:
            first, last = season_dates(season)
            expect(first <= last, f"validFrom is not after validTo in {price_list.answer.where}", f"{first} to {last}")


@verifies("PRC-19")
def test_total_seasons_is_the_number_of_seasons(price_lists: PriceLists) -> None:
    course = price_lists.priced[0]
    short = price_lists.read(course, endDate=price_lists.day(30))
    filtered = price_lists.read(course, holeCount=18)

    for price_list in (*price_lists.of_a_year, short, filtered):
        count = len(part(price_list.answer.body, "data.seasons", judge=False))
        same(price_list.told("meta.totalSeasons"), count, f"meta.totalSeasons of {price_list.answer.where}")


@verifies("PRC-20")
def test_pricing_names_the_course_asked_for(price_lists: PriceLists, courses: CourseFinder) -> None:
    for price_list in price_lists.of_a_year:
        same(price_list.told("data.courseId"), price_list.course_id, f"data.courseId of {price_list.answer.where}")
    for price_list in price_lists.of_a_year[:3]:
        told = part(price_list.answer.body, "data.courseName", judge=False)
        if told != (name := courses.details(price_list.course_id).get("name")):
            raise Advisory(f"{price_list.answer.where} calls the course {told!r}, its details call it {name!r}.")


@verifies("PRC-21")
def test_pricing_accepts_the_booking_code(price_lists: PriceLists, courses: CourseFinder) -> None:
    declared = courses.booking_code()

    _same_by_code(price_lists, declared, includeExtraProducts=True)
    _same_by_code(price_lists, declared, startDate=price_lists.day(_HALF_A_YEAR_DAYS))
    _same_by_code(price_lists, declared, holeCount=18)


def _same_by_code(price_lists: PriceLists, declared: BookingCode, **query: object) -> None:
    by_id, by_code = steady(
        lambda: price_lists.read(declared.id, **query).told("data"),
        lambda: price_lists.read(declared.code, **query).told("data"),
        agree=lambda one, other: _nameless(one) == _nameless(other),
    )

    expect(
        by_code.get("courseId") in (declared.id, declared.code),
        f"courseId is {declared.id} or the code that was asked for",
        f"courseId is {by_code.get('courseId')}",
    )
    what = f"pricing by booking code {declared.code}, compared with document id {declared.id},"
    same(_nameless(by_code), _nameless(by_id), what)


def _nameless(prices: Any) -> Any:
    """*prices* without courseId, which may repeat the code; everything else is the same."""
    return prices | {"courseId": None}


@verifies("PRC-23")
def test_one_price_list_has_one_currency(price_lists: PriceLists) -> None:
    for price_list in price_lists.of_a_year:
        data = part(price_list.answer.body, "data", judge=False)
        priced = (data, *price_list.seasons, *price_list.prices, *price_list.extra_products)
        found = sorted({str(one["currency"]) for one in priced if "currency" in one})
        expect(
            len(found) <= 1,
            f"all currencies of {price_list.answer.where} are the same",
            f"they are {', '.join(map(str, found))}",
            price_list.answer,
        )


@verifies("PRC-24")
@pytest.mark.parametrize("case", ["reversed period", "no such day", "twelve holes"])
def test_bad_pricing_parameters_are_refused_or_give_no_prices(price_lists: PriceLists, case: str, run: Run) -> None:
    course = price_lists.priced[0]
    bad: dict[str, dict[str, object]] = {
        "reversed period": {"startDate": price_lists.day(200), "endDate": price_lists.day(30)},
        "no such day": {"endDate": f"{run.today.year + 1}-02-30"},
        "twelve holes": {"holeCount": 12},
    }

    attempt = price_lists.ask(course, **bad[case])
    control = price_lists.lately(course, endDate=price_lists.day(200))

    if refused_or(attempt, control=control) is not None:
        found = PriceList(course, attempt)
        left = found.prices if case == "twelve holes" else found.seasons
        expect(not left, f"{attempt.where} is refused or gives no prices", f"it gives {len(left)} prices", attempt)


@verifies("PRC-25")
def test_prices_of_an_unknown_course_are_not_served(price_lists: PriceLists, courses: CourseFinder, run: Run) -> None:
    for unknown, known in unknown_courses(courses, run, "unknown course for prices"):
        attempt = price_lists.ask(unknown)
        control = price_lists.ask(known)

        refused(attempt, control=control)
