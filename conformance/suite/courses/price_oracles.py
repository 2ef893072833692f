"""What price lists must show, each rule for several of them: a finding names the list that breaks it."""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from typing import Any

from conformance.asking.oracles import golden, part, same, steady
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Advisory, Untested, expect, shown
from conformance.recordings.parts import act_together
from conformance.suite.courses.price_lists import PriceList, PriceLists, season_dates

_DAYS_AGO = 30


def require_member(lists: Iterable[PriceList], place: str, wanted: Callable[[PriceList], object]) -> None:
    """Raises `Violation` unless each list shows at *place* what *wanted* says of it."""
    for price_list in lists:
        same(price_list.member(place), wanted(price_list), f"{place} of {price_list.answer.where}")


def number_of_seasons(price_list: PriceList) -> int:
    """How many seasons the answer has, whatever they hold."""
    return len(part(price_list.answer.body, "data.seasons", judge=False))


def require_only_prices_for(holes: int, lists: Sequence[PriceList]) -> None:
    """Raises `Violation` for a list with prices for another hole count, `Untested` when no list has a price."""
    for price_list in lists:
        others = sorted(price_list.hole_counts - {holes})
        expect(
            not others,
            f"{price_list.answer.where} gives only prices for {holes} holes",
            f"it has prices for {others} holes too",
            price_list.answer,
        )
    if not any(price_list.prices for price_list in lists):
        raise Untested(f"The list for holeCount={holes} has no price, which proves nothing.")


def require_no_extra_products(lists: Iterable[PriceList]) -> None:
    """Raises `Violation` for a list with extra products, `Advisory` for a list with empty ones."""
    for price_list in lists:
        found = [season["extraProducts"] for season in price_list.seasons if "extraProducts" in season]
        expect(
            not any(found),
            f"{price_list.answer.where} has no extraProducts",
            f"{len(found)} seasons have extraProducts",
            price_list.answer,
        )
        if found:
            raise Advisory(f"{price_list.answer.where} shows empty extraProducts instead of leaving out the member.")


def require_no_extra_products_by_default(price_lists: PriceLists, courses: Iterable[str]) -> None:
    """Raises `Violation` when a course answers otherwise without includeExtraProducts than with false."""

    def answered(course: str, **query: object) -> dict[str, object]:
        price_list = price_lists.read_again(course, **query)
        return {"seasons": price_list.seasons, "flag": price_list.member("meta.includeExtraProducts")}

    asked = list(courses)
    looks = [
        [partial(answered, course, **query) for query in ({"includeExtraProducts": False}, {})] for course in asked
    ]
    for course, (said, unsaid) in zip(asked, act_together([partial(steady, *both) for both in looks]), strict=True):
        same(
            unsaid, said, f"pricing of {course} without includeExtraProducts, compared with includeExtraProducts=false,"
        )


def require_extra_products(lists: Iterable[PriceList]) -> None:
    """Raises `Violation` for a list without any extra product. Each course shows some in its list for a year."""
    for price_list in lists:
        expected = f"{price_list.answer.where} shows extra products, like the list for a year"
        expect(bool(price_list.extra_products), expected, "no season has extra products")


def require_seasons_begin_by(furthest: str, lists: Iterable[PriceList]) -> None:
    """Raises `Violation` for a season that begins after the day *furthest*."""
    for price_list in lists:
        late = [season["validFrom"] for season in price_list.seasons if season_dates(season)[0].isoformat() > furthest]
        expect(
            not late,
            f"{price_list.answer.where} has no season that begins after {furthest}",
            f"seasons begin on {shown(late)}",
        )


def advise_periods_to_end_by(furthest: str, lists: Iterable[PriceList]) -> None:
    """Raises `Advisory` for a list that reports a period beyond the day *furthest*."""
    for price_list in lists:
        end = part(price_list.answer.body, "meta.requestedPeriod.endDate", judge=False)
        if str(end) > furthest:
            raise Advisory(f"{price_list.answer.where} reports a period until {end}, more than 400 days ahead.")


def require_seasons_touch_the_period(asked: Iterable[tuple[PriceList, date, date]]) -> None:
    """Raises `Violation` for a season that lies outside the first and the last day beside its list."""
    for price_list, first, last in asked:
        dates = [season_dates(season) for season in price_list.seasons]
        outside = [f"{begins} to {ends}" for begins, ends in dates if begins > last or ends < first]
        expect(
            not outside,
            f"every season of {price_list.answer.where} touches {first} to {last}",
            f"these seasons do not: {shown(outside)}",
            price_list.answer,
        )


def require_seasons_end_after_they_begin(lists: Iterable[PriceList]) -> None:
    """Raises `Violation` for a season whose validFrom is after its validTo."""
    for price_list in lists:
        for first, last in map(season_dates, price_list.seasons):
            expect(first <= last, f"validFrom is not after validTo in {price_list.answer.where}", f"{first} to {last}")


def advise_the_name_of_the_details(lists: Iterable[PriceList], courses: CourseFinder) -> None:
    """Raises `Advisory` for a list that names its course otherwise than the details of the course do."""
    for price_list in lists:
        called = part(price_list.answer.body, "data.courseName", judge=False)
        if called != (name := courses.details(price_list.course_id).get("name")):
            raise Advisory(f"{price_list.answer.where} calls the course {called!r}, its details call it {name!r}.")


def require_one_currency(lists: Iterable[PriceList]) -> None:
    """Raises `Violation` for a list that shows two currencies."""
    for price_list in lists:
        document = part(price_list.answer.body, "data", judge=False)
        priced = (document, *price_list.seasons, *price_list.prices, *price_list.extra_products)
        found = sorted({str(item["currency"]) for item in priced if "currency" in item})
        expect(
            len(found) <= 1,
            f"all currencies of {price_list.answer.where} are the same",
            f"they are {', '.join(map(str, found))}",
            price_list.answer,
        )


def require_nothing_given(served: PriceList | None, given: Callable[[PriceList], Sequence[Any]]) -> None:
    """Raises `Violation` when bad parameters are *served* with a list whose *given* part is not empty."""
    if served is not None:
        found = given(served)
        where = served.answer.where
        expect(not found, f"{where} is refused or gives no prices", f"it gives {len(found)} prices", served.answer)


def require_the_limit_to_count_from_today(price_lists: PriceLists, course: str, last: str) -> None:
    """Raises `Violation` when a period from the past to *last* is refused, and a short one from the past is accepted.

    No document says that days in the past have prices.
    """
    begin = price_lists.day(-_DAYS_AGO)
    short = price_lists.ask(course, startDate=begin, endDate=price_lists.day(_DAYS_AGO))
    if short.is_success:
        golden(price_lists.ask(course, startDate=begin, endDate=last))
    else:
        short.mark(Role.attempt)
