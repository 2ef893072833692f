"""Searches in a circle with many courses, beside another filter."""

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.evidence.exchanges import Request, Response
from conformance.evidence.verdicts import NoEvidence, Violation
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.courses.wide_circles import require_every_course_of_wide_searches, wide_searches
from conformance.target.target import CourseFacts
from tests.conformance.made_up import BASE_URL

RUN = new_run(1, datetime(2026, 11, 25, tzinfo=UTC), date(2026, 11, 25), read_only=True)
COURSES = [
    {"id": f"crs_{number}", "isOnline": True, "country": "ES", "holes": 9 if number % 4 == 0 else 18}
    | {"latitude": 40 + number / 100, "longitude": -3}
    for number in range(120)
]


class Courses:
    """A transport that finds courses by country and holes. Beside coordinates it knows the *nearest* courses alone, in
    the order of their latitude, or refuses (0).
    """

    def __init__(self, nearest: int) -> None:
        self._nearest = nearest

    def exchange(self, request: Request) -> Response:
        query = dict(request.query)
        if "latitude" in query and not self._nearest:
            return Response(422, (), b"{}")
        near = sorted(COURSES, key=lambda course: abs(course["latitude"] - float(query.get("latitude", 40))))  # type: ignore[operator] # a number
        known = near[: self._nearest] if "latitude" in query else COURSES
        found = [
            course
            for course in known
            if all(str(course[name]) == query[name] for name in ("country", "holes") if name in query)
        ]
        return Response(200, (), json.dumps(_page(found, query)).encode())


def _page(found: list[dict[str, Any]], query: dict[str, str]) -> dict[str, Any]:
    number, size = int(query.get("page", 1)), int(query.get("pageSize", 20))
    pagination = {"page": number, "pageSize": size, "totalItems": len(found), "totalPages": -(-len(found) // size)}
    return {"data": found[(number - 1) * size : number * size], "meta": {"pagination": pagination}}


def _judge(nearest: int) -> None:
    agency = Agency("first agency", "key", BASE_URL, Courses(nearest), Recording({}), read_only=True)
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
