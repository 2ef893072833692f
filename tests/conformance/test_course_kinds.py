"""The order in which a run takes courses, and the places it searches around."""

import json
from datetime import UTC, date, datetime
from typing import Any

from conformance.asking.client import Agency
from conformance.discovery import CourseFinder
from conformance.discovery.course_kinds import varied
from conformance.discovery.grounds import online_with_terms_of_its_own
from conformance.evidence.exchanges import Request, Response
from conformance.recordings.recording import Recording
from conformance.scope.run import new_run
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.arranged.play_days import online_of_telling_kinds
from conformance.target.target import CourseFacts
from tests.conformance.made_up import BASE_URL

TODAY = date(2026, 11, 28)
RUN = new_run(1, datetime(2026, 11, 28, tzinfo=UTC), TODAY, read_only=True)


class Listed:
    """Lists *courses*, and gives their list items as their details."""

    def __init__(self, *courses: Any) -> None:
        self._courses = courses

    def exchange(self, request: Request) -> Response:
        name = request.path.rpartition("/")[2]
        found = next((course for course in self._courses if course["id"] == name), None)
        body = {"data": found} if found else {"data": self._courses, "meta": {"pagination": {"totalPages": 1}}}
        return Response(200, (), json.dumps(body).encode())


def finder(*courses: Any, facts: CourseFacts | None = None) -> CourseFinder:
    agency = Agency("first agency", "a-key", BASE_URL, Listed(*courses), Recording({}), read_only=False)
    return CourseFinder(agency, RUN, facts or CourseFacts())


def course(number: int, country: str = "ES", **members: Any) -> dict[str, Any]:
    return {"id": f"crs_{number}", "isOnline": True, "holes": 18, "country": country, **members}


def test_holes_and_countries_take_turns() -> None:
    items = [course(1), course(2), course(3, "GB"), course(4, holes=9), course(5, "GB", holes=9)]

    assert [item["id"] for item in varied(items)] == ["crs_1", "crs_4", "crs_3", "crs_5", "crs_2"]


def test_the_declared_course_with_terms_of_its_own_counts_if_it_is_online() -> None:
    facts = CourseFacts(override_terms="crs_1")

    assert online_with_terms_of_its_own(finder(course(1), facts=facts)) == ["crs_1"]
    assert online_with_terms_of_its_own(finder(course(1, isOnline=False), facts=facts)) == []
    assert online_with_terms_of_its_own(finder(course(1))) == []


def test_courses_of_telling_kinds_come_first() -> None:
    facts = CourseFacts(low_maximum="crs_4", override_terms="crs_5")
    courses = finder(course(1), course(2), course(3, "SE"), course(4), course(5), facts=facts)

    dear, few, *others = online_of_telling_kinds(courses, 5)

    assert (dear, few) == ("crs_3", "crs_4")
    assert "crs_5" in others[:2]


def test_a_place_in_the_wished_country_is_chosen_where_it_tells_something() -> None:
    spain = [course(number, latitude=40 + number / 100, longitude=-3) for number in range(30)]
    britain = [course(40 + number, "GB", latitude=52 + number / 100, longitude=-1) for number in range(2)]

    near = CourseMap(finder(*spain, *britain), RUN).telling_place([(0.5, 5)], country="GB")
    alone = CourseMap(finder(*spain, britain[0]), RUN).telling_place([(0.5, 5)], country="GB")

    assert (int(near.latitude), int(alone.latitude)) == (52, 40)


def test_a_neighbour_rounds_to_the_same_degrees() -> None:
    placed = [course(number, latitude=latitude, longitude=-3.1) for number, latitude in enumerate((40.1, 40.3, 40.6))]
    course_map = CourseMap(finder(*placed), RUN)
    first, second, third = course_map.places

    assert course_map.in_the_same_square(first, 6) == second
    assert course_map.in_the_same_square(third, 6) is None
