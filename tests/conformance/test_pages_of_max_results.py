"""The pages of a search with maxResults."""

import pytest

from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Violation
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.courses.filter_oracles import (
    require_different_pages_of_max_results,
    require_every_item_of_max_results,
)
from conformance.suite.courses.search_filters import FilterPairs
from conformance.target.target import CourseFacts
from tests.conformance.searched_courses import RUN, SearchedCourses, agency_of

# So few that two pages of the usual maxResults show all.
FEW = 18


def _pairs(late: int) -> FilterPairs:
    agency, facts = agency_of(SearchedCourses(count=FEW, late=late)), CourseFacts()
    courses = CourseFinder(agency, RUN, facts)
    return FilterPairs(agency, courses, CourseMap(courses, RUN), RUN)


def test_pages_that_follow_each_other_are_right() -> None:
    pairs = _pairs(late=0)

    require_every_item_of_max_results(pairs)
    require_different_pages_of_max_results(pairs)


def test_a_second_page_that_begins_too_late_is_found() -> None:
    with pytest.raises(Violation, match="courses, as totalItems says"):
        require_every_item_of_max_results(_pairs(late=1))


def test_a_second_page_that_begins_too_early_is_found() -> None:
    with pytest.raises(Violation, match="have no course in common"):
        require_different_pages_of_max_results(_pairs(late=-1))
