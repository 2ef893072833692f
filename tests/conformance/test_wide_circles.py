"""Searches in a circle with many courses, beside another filter."""

import pytest

from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import NoEvidence, Violation
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.courses.wide_circles import require_every_course_of_wide_searches, wide_searches
from conformance.target.target import CourseFacts
from tests.conformance.searched_courses import RUN, SearchedCourses, agency_of


def _judge(nearest: int) -> None:
    agency = agency_of(SearchedCourses(nearest))
    courses = CourseFinder(agency, RUN, CourseFacts())
    require_every_course_of_wide_searches(agency, wide_searches(courses, CourseMap(courses, RUN), RUN))


def test_a_search_that_finds_every_course_is_right() -> None:
    _judge(nearest=120)


def test_a_filter_among_the_fifty_nearest_courses_is_found() -> None:
    with pytest.raises(Violation, match="it lacks"):
        _judge(nearest=50)


def test_a_target_that_combines_no_filters_accuses_nobody() -> None:
    with pytest.raises(NoEvidence):
        _judge(nearest=0)
