"""Checks of the filters of the course list, two at a time."""

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.courses.after_narrower_searches import require_every_match_after_narrower_searches
from conformance.suite.courses.filter_oracles import (
    require_at_most_max_results,
    require_different_pages_of_max_results,
    require_every_fitting,
    require_every_item_of_max_results,
    require_nothing_else,
    require_only_fitting,
)
from conformance.suite.courses.search_filters import PLACE, PLACE_ALONE, FilterPairs
from conformance.suite.courses.wide_circles import require_every_course_of_wide_searches, wide_searches


@pytest.fixture(scope="session")
def pairs(agency: Agency, courses: CourseFinder, run: Run) -> FilterPairs:
    """Searches under two filters at once. Each search is sent once."""
    return FilterPairs(agency, courses, CourseMap(courses, run), run)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("country", marks=verifies("CRS-05")),
        pytest.param("holes", marks=verifies("CRS-06")),
        pytest.param("region", marks=verifies("CRS-09")),
        pytest.param(PLACE, marks=verifies("CRS-10")),
        pytest.param(PLACE_ALONE, marks=verifies("CRS-11")),
        pytest.param("geoArea", marks=verifies("CRS-16")),
    ],
)
def test_a_filter_holds_beside_another_filter_and_beside_max_results(pairs: FilterPairs, kind: str) -> None:
    require_only_fitting(kind, pairs)


@verifies("CRS-08")
def test_two_filters_find_exactly_the_courses_that_fit_both(pairs: FilterPairs) -> None:
    require_every_fitting(pairs)
    require_nothing_else(pairs)


@verifies("CRS-07")
def test_a_filter_in_a_wide_circle_finds_every_course_that_fits(
    agency: Agency, courses: CourseFinder, run: Run
) -> None:
    searches = wide_searches(courses, CourseMap(courses, run), run)

    require_every_course_of_wide_searches(agency, searches)


@verifies("CRS-07")
def test_a_filter_finds_every_course_right_after_a_narrower_search(agency: Agency, pairs: FilterPairs) -> None:
    require_every_match_after_narrower_searches(agency, pairs)


@verifies("CRS-17")
def test_max_results_holds_beside_a_filter(pairs: FilterPairs) -> None:
    require_at_most_max_results(pairs.with_most_results())


@verifies("PAG-09")
def test_pages_of_max_results_show_different_courses(pairs: FilterPairs) -> None:
    require_different_pages_of_max_results(pairs)


@verifies("PAG-12")
def test_pages_of_max_results_show_every_course_of_the_total(pairs: FilterPairs) -> None:
    require_every_item_of_max_results(pairs)
