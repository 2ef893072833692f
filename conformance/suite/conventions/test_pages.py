"""Checks of pages: their default number and size, their bounds, and what they say about the whole list."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import same, steady
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import expect, verifies
from conformance.scope.run import Run
from conformance.session.session import SECOND_AGENCY, CheckSession
from conformance.suite.arranged.course_samples import countries_in
from conformance.suite.arranged.list_pages import LISTS, PageSamples, ids_of, page_of
from conformance.suite.conventions.page_oracles import (
    first_page_and_default,
    full_pages,
    later_pages,
    require_as_many_pages_as_items_fill,
    require_at_most_a_hundred_courses,
    require_at_most_a_hundred_items,
    require_at_most_one_item,
    require_different_items_on_pages,
    require_every_course_once,
    require_no_page_above_its_size,
    require_second_page_to_differ,
    require_some_course,
    require_the_number_asked_for,
    require_the_size_asked_for,
    require_twenty_by_default,
    total_beyond,
    total_of,
)

# More than a service that counts in fifties has on a page.
_LARGE_PAGE = 60
# A list may count its items in another way with a filter. Each seed draws one.
_FILTERS_OF_TOTALS: Mapping[str, Sequence[Mapping[str, str]]] = {
    COURSES: ({},),
    BOOKINGS: ({}, {"status": "confirmed"}, {"status": "cancelled"}),
}

# A new booking would move the others to other pages.
pytestmark = pytest.mark.at_the_end


@pytest.fixture(scope="session")
def samples(agency: Agency, run: Run) -> PageSamples:
    """Pages of both lists in several sizes, read once."""
    return PageSamples(agency, run)


@verifies("PAG-02")
@pytest.mark.parametrize("path", LISTS)
def test_the_default_page_is_the_first(agency: Agency, path: str) -> None:
    first, unsaid = first_page_and_default(agency, path)

    same(unsaid.number, 1, f"meta.pagination.page of {unsaid.where}, without page in the request,", (unsaid, first))
    others = sorted(unsaid.ids - first.ids)
    expected = f"{unsaid.where}, without page in the request, shows the items of {first.where}"
    expect(unsaid.ids == first.ids, expected, f"it shows others: {', '.join(others)}", (unsaid, first))


@verifies("PAG-03")
def test_a_course_page_holds_twenty_by_default(agency: Agency, check_session: CheckSession) -> None:
    callers = _every_agency(agency, check_session)

    require_twenty_by_default(callers)


def _every_agency(agency: Agency, check_session: CheckSession) -> list[Agency]:
    """The first agency, and the second where the target file has its key."""
    key = check_session.target.second_api_key
    return [agency] if key is None else [agency, check_session.caller(SECOND_AGENCY, key)]


@verifies("PAG-05")
def test_no_page_carries_more_items_than_its_size(agency: Agency, samples: PageSamples) -> None:
    require_some_course(samples)

    require_no_page_above_its_size(samples.of_all())
    require_at_most_one_item(agency, countries_in(samples.of(COURSES)[-1].page.items)[:1])


@verifies("PAG-06")
def test_pagination_repeats_the_page_size_asked_for(samples: PageSamples) -> None:
    full = full_pages(samples)

    require_the_size_asked_for(full)


@verifies("PAG-07")
@pytest.mark.parametrize("page_size", [101, 1000])
def test_a_course_page_never_holds_more_than_a_hundred(agency: Agency, page_size: int) -> None:
    control = agency.get(COURSES, pageSize=100)
    # The code behind a filter may differ. The country with most courses among the first hundred has most in all.
    filters: list[dict[str, str]] = [{}, *_most_frequent_country(page_of(control).items)]

    require_at_most_a_hundred_courses((agency.get(COURSES, pageSize=page_size, **more) for more in filters), control)


def _most_frequent_country(items: list[Any]) -> list[dict[str, str]]:
    """The filter for the country of most *items*; none without items."""
    countries = Counter(str(item.get("country")) for item in items if isinstance(item, dict))
    return [{"country": country} for country, _ in countries.most_common(1)]


@verifies("PAG-09")
def test_different_pages_show_different_items(agency: Agency, run: Run) -> None:
    sizes = dict(zip(LISTS, (5, 1), strict=True))

    require_different_items_on_pages(agency, run, sizes)


@verifies("PAG-09")
def test_two_large_pages_show_different_courses(agency: Agency) -> None:
    require_second_page_to_differ(agency, COURSES, _LARGE_PAGE)


@verifies("PAG-10")
def test_pagination_repeats_the_page_asked_for(samples: PageSamples) -> None:
    later = later_pages(samples)

    require_the_number_asked_for(later)


@verifies("PAG-11")
def test_total_pages_is_the_number_of_items_by_the_page_size_rounded_up(samples: PageSamples) -> None:
    require_as_many_pages_as_items_fill(samples.of_all())


@verifies("PAG-12")
def test_all_pages_together_show_every_item_once(agency: Agency, courses: CourseFinder) -> None:
    listed = ids_of(courses.all_courses())

    require_every_course_once(agency, listed)


@verifies("PAG-13")
@pytest.mark.parametrize("path", LISTS)
def test_the_number_of_items_does_not_depend_on_the_page(agency: Agency, run: Run, path: str) -> None:
    filters = run.random(f"filters of totals of {path}").choice(_FILTERS_OF_TOTALS[path])
    total = partial(total_of, agency, path, **filters)
    count = total()
    size = max(1, min(7, count // 2))
    later = {"pageSize": size, "page": 2 if count > size else 1}
    beyond = {**filters, "pageSize": size, "page": count // size + 2}

    plain, others = steady(
        lambda: [total()] * 4,
        lambda: [total(pageSize=1), total(**later), total(pageSize=100), total_beyond(agency, path, beyond, count)],
    )

    same(others, plain, f"totalItems of GET {path} in other pages and sizes")


@verifies("PAG-14")
@pytest.mark.parametrize("value", [0, -1, "abc"])
@pytest.mark.parametrize("parameter", ["page", "pageSize"])
@pytest.mark.parametrize("path", LISTS)
def test_an_impossible_page_is_refused_or_read_as_the_default(
    agency: Agency, path: str, parameter: str, value: object
) -> None:
    attempt = agency.get(path, **{parameter: value})
    control = agency.recall(path, **{parameter: 1})

    require_at_most_a_hundred_items(attempt, control)
