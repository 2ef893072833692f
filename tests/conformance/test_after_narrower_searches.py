"""Searches under one filter right after the same search under two."""

import pytest

from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import Violation
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.courses.after_narrower_searches import require_every_match_after_narrower_searches
from conformance.suite.courses.search_filters import FilterPairs
from conformance.target.target import CourseFacts
from tests.conformance.searched_courses import RUN, SearchedCourses, agency_of


def _judge(searched: SearchedCourses) -> None:
    agency, facts = agency_of(searched), CourseFacts()
    courses = CourseFinder(agency, RUN, facts)
    require_every_match_after_narrower_searches(agency, FilterPairs(agency, courses, CourseMap(courses, RUN), RUN))


def test_searches_that_find_every_course_are_right() -> None:
    _judge(SearchedCourses())


def test_a_search_that_remembers_the_holes_of_the_last_one_is_found() -> None:
    with pytest.raises(Violation, match="right after the same search with another filter"):
        _judge(SearchedCourses(remembers=True))
