"""Checks of the filters of the course list."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, refused_or, same
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Untested, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import FilteredLists, countries_of, matching
from conformance.suite.arranged.list_pages import page_of
from conformance.suite.courses.filter_oracles import (
    holes_of_countries,
    require_every_match,
    require_exact_matches,
    require_narrower,
    require_no_others_of_the_first,
    require_only,
    require_only_beside_another_filter,
)
from conformance.suite.courses.search_filters import HOLES

_MOST_RESULTS = 20


@pytest.fixture(scope="session")
def lists(agency: Agency, courses: CourseFinder) -> FilteredLists:
    """Filtered course lists, each walked once."""
    return FilteredLists(agency, courses)


@verifies("CRS-05")
def test_the_country_filter_lists_only_courses_of_that_country(
    courses: CourseFinder, lists: FilteredLists, run: Run
) -> None:
    countries, beside_holes = _several_countries(courses), holes_of_countries(courses, run)
    lists.read_ahead([*({"country": country} for country in countries), *beside_holes])

    require_only("country", countries, lists)
    require_only_beside_another_filter("country", beside_holes, lists)


def _several_countries(courses: CourseFinder) -> list[str]:
    """Every country code of the course list. Raises `Untested` when there are fewer than two."""
    countries = countries_of(courses)
    if len(countries) < 2:
        raise Untested(f"All courses lie in one country ({shown(countries)}), so the filter has nothing to exclude.")
    return countries


@verifies("CRS-06")
def test_the_holes_filter_lists_only_courses_of_that_kind(
    courses: CourseFinder, lists: FilteredLists, run: Run
) -> None:
    require_only("holes", _listed_hole_counts(courses), lists)
    require_only_beside_another_filter("holes", holes_of_countries(courses, run), lists)


def _listed_hole_counts(courses: CourseFinder) -> Iterator[int]:
    """The hole counts. Raises `Untested` at the first that no listed course has."""
    for holes in HOLES:
        if not matching(courses.all_courses(), {"holes": holes}):
            raise Untested(f"The target lists no course of {holes} holes.")
        yield holes


@verifies("CRS-07")
def test_filters_drop_nothing_that_matches(agency: Agency, courses: CourseFinder, lists: FilteredLists) -> None:
    by_country: list[dict[str, Any]] = [{"country": country} for country in countries_of(courses)]
    by_holes: list[dict[str, Any]] = [{"holes": holes} for holes in HOLES]

    require_every_match(agency, courses, lists, [*by_country, *by_holes])


@verifies("CRS-08")
def test_filters_combine(agency: Agency, courses: CourseFinder, lists: FilteredLists, run: Run) -> None:
    combinations = _combinations(courses, run)

    require_exact_matches(agency, courses, lists, combinations)
    require_no_others_of_the_first(agency, _MOST_RESULTS, combinations[0])


def _combinations(courses: CourseFinder, run: Run) -> list[dict[str, Any]]:
    """As `holes_of_countries`. Raises `Untested` when there are none."""
    combinations = holes_of_countries(courses, run)
    if not combinations:
        raise Untested("No country has courses of 9 and of 18 holes.")
    return combinations


@verifies("CRS-09")
def test_the_region_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    require_narrower(agency, courses, {"region": courses.declared("region_id")})


@verifies("CRS-16")
def test_the_area_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    require_narrower(agency, courses, {"geoArea": courses.declared("geo_area")})


@verifies("CRS-17")
@pytest.mark.parametrize("most", [1, 3, 20])
def test_the_page_size_returned_equals_max_results(agency: Agency, most: int) -> None:
    answer = agency.get(COURSES, maxResults=most)
    golden(answer)

    page = page_of(answer)
    same(page.size, most, f"meta.pagination.pageSize of {page.where}", page)
    expect(len(page.items) <= most, f"maxResults={most} gives at most {most} courses", f"{len(page.items)} courses")


@pytest.fixture(scope="session")
def valid_filters(agency: Agency) -> Callable[[Mapping[str, object]], Answer]:
    """Asks for a course list as a control, by its filters; a recent answer counts again."""
    return lambda filters: agency.recall(COURSES, **filters)


@verifies("CRS-19")
@pytest.mark.parametrize(
    ("impossible", "possible"),
    [
        ({"country": "XX"}, {}),
        ({"holes": 10}, {"holes": 18}),
        ({"latitude": 91, "longitude": 2}, {"latitude": 41, "longitude": 2}),
        ({"latitude": 41, "longitude": 2, "distance": -1}, {"latitude": 41, "longitude": 2, "distance": 1}),
        ({"geoArea": "zz-no-such"}, {}),
        ({"region": "zz-no-such"}, {}),
    ],
)
def test_an_impossible_filter_is_refused_or_matches_nothing(
    agency: Agency,
    valid_filters: Callable[[Mapping[str, object]], Answer],
    impossible: dict[str, object],
    possible: dict[str, object],
) -> None:
    attempt = agency.get(COURSES, **impossible)
    control = valid_filters(possible)

    found = _found_unless_refused(attempt, control)
    expect(
        not found, f"{attempt.where} is refused or finds no course", f"it finds {len(found)}: {shown(found)}", attempt
    )


def _found_unless_refused(attempt: Answer, control: Answer) -> list[str]:
    """The ids that *attempt* finds, none when it is refused. Raises `Inconclusive` when *control* is refused."""
    return [] if refused_or(attempt, control=control) is None else sorted(page_of(attempt).ids)
