"""Searching and reading courses: every filter against the fixtures, distances recomputed, pages that fit together."""

from collections.abc import Callable
from math import acos, cos, radians, sin
from typing import Any

import pytest

from fixtures.catalogue import load_courses
from fixtures.courses import Course
from tests.sandbox.agencies import Agency
from tests.sandbox.problems import refusal
from tests.sandbox.trade import ORDINARY, by_trait, walked

COURSES = load_courses()
SEARCH = "/travel/courses"
MALAGA = (36.72, -4.42)

LIST_MEMBERS = {
    "id", "name", "country", "region", "city", "courseType", "holes", "isOnline", "thumbnailUrl",
    "latitude", "longitude",
}  # fmt: skip
DETAIL_MEMBERS = LIST_MEMBERS | {"address", "par", "facilities", "coverImageUrl"}


def _ids(courses: list[Course]) -> list[str]:
    return sorted(course.id for course in courses)


def _found(agency: Agency, **filters: Any) -> list[str]:
    return [item["id"] for item in walked(agency, SEARCH, **filters)]


def _km_from_malaga(course: Course) -> float:
    """By the spherical law of cosines, which is not how the sandbox does it."""
    here, there = [tuple(map(radians, point)) for point in (MALAGA, (course.latitude, course.longitude))]
    straight = sin(here[0]) * sin(there[0]) + cos(here[0]) * cos(there[0]) * cos(here[1] - there[1])
    return 6371.0088 * acos(min(1.0, straight))


FILTERS: dict[str, tuple[dict[str, Any], Callable[[Course], bool]]] = {
    "none": ({}, lambda _course: True),
    "country": ({"country": "PT"}, lambda course: course.country == "PT"),
    "region": ({"region": ORDINARY.region_id}, lambda course: course.region_id == ORDINARY.region_id),
    "holes 9": ({"holes": 9}, lambda course: course.holes == 9),
    "holes 18": ({"holes": 18}, lambda course: course.holes == 18),
    "geoArea": ({"geoArea": ORDINARY.geo_areas[0]}, lambda course: ORDINARY.geo_areas[0] in course.geo_areas),
    "country and holes": (
        {"country": "NL", "holes": 9},
        lambda course: (course.country, course.holes) == ("NL", 9),
    ),
    "two that exclude each other": ({"country": "PT", "region": ORDINARY.region_id}, lambda _course: False),
}


@pytest.mark.parametrize("case", FILTERS)
def test_a_search_finds_what_matches_and_nothing_else(alpha: Agency, case: str) -> None:
    filters, matches = FILTERS[case]

    assert _found(alpha, **filters) == _ids([course for course in COURSES if matches(course)])


@pytest.mark.parametrize("name", ["country", "region", "holes 9", "geoArea", "country and holes"])
def test_the_filters_of_these_tests_match_some_courses_and_not_all(name: str) -> None:
    matching = [course for course in COURSES if FILTERS[name][1](course)]

    assert 0 < len(matching) < len(COURSES)


@pytest.mark.parametrize("km", [None, 5, 12.5, 50, 100, 500], ids=str)
def test_a_search_by_distance_is_a_circle_on_the_sphere(alpha: Agency, km: float | None) -> None:
    found = _found(alpha, latitude=MALAGA[0], longitude=MALAGA[1], distance=km)

    assert found == _ids([course for course in COURSES if _km_from_malaga(course) <= (km or 50)])


def test_a_search_at_a_course_with_no_distance_finds_the_course(alpha: Agency) -> None:
    found = _found(alpha, latitude=ORDINARY.latitude, longitude=ORDINARY.longitude, distance=0)

    assert ORDINARY.id in found


def test_distance_and_other_filters_apply_together(alpha: Agency) -> None:
    found = _found(alpha, latitude=MALAGA[0], longitude=MALAGA[1], holes=9)

    assert found == _ids([course for course in COURSES if _km_from_malaga(course) <= 50 and course.holes == 9])


@pytest.mark.parametrize("filters", [{"country": "ZZ"}, {"region": "atlantis"}, {"geoArea": "atlantis"}], ids=str)
def test_a_name_that_no_course_carries_matches_nothing(alpha: Agency, filters: dict[str, str]) -> None:
    body = alpha.get(SEARCH, **filters).json()

    pagination = {"page": 1, "pageSize": 20, "totalItems": 0, "totalPages": 0}
    assert body == {"data": [], "meta": {"pagination": pagination}}


def test_a_page_holds_twenty_courses_by_default(alpha: Agency) -> None:
    body = alpha.get(SEARCH).json()

    assert (len(body["data"]), body["meta"]["pagination"]["pageSize"]) == (20, 20)


@pytest.mark.parametrize("name", ["pageSize", "maxResults"])
def test_a_page_holds_as_many_as_asked_for(alpha: Agency, name: str) -> None:
    body = alpha.get(SEARCH, **{name: 7}).json()

    assert (len(body["data"]), body["meta"]["pagination"]["pageSize"]) == (7, 7)


def test_max_results_and_page_size_may_say_the_same(alpha: Agency) -> None:
    body = alpha.get(SEARCH, maxResults=7, pageSize=7).json()

    assert body["meta"]["pagination"]["pageSize"] == 7


def test_max_results_pages_on(alpha: Agency) -> None:
    second = alpha.get(SEARCH, maxResults=7, page=2).json()["data"]

    assert second == alpha.get(SEARCH, pageSize=14).json()["data"][7:]


def test_pages_count_up_to_the_total(alpha: Agency) -> None:
    pagination = alpha.get(SEARCH, pageSize=100).json()["meta"]["pagination"]

    assert (pagination["totalItems"], pagination["totalPages"]) == (len(COURSES), -(-len(COURSES) // 100))


def test_a_page_past_the_end_is_empty_and_tells_the_total(alpha: Agency) -> None:
    body = alpha.get(SEARCH, page=1000).json()

    assert (body["data"], body["meta"]["pagination"]["totalItems"]) == ([], len(COURSES))


def test_a_list_item_has_eleven_members(alpha: Agency) -> None:
    item = alpha.get(SEARCH).json()["data"][0]

    assert set(item) == LIST_MEMBERS


def test_details_are_the_list_item_and_more(alpha: Agency) -> None:
    item = alpha.get(SEARCH).json()["data"][0]

    details = alpha.get(f"{SEARCH}/{item['id']}").json()["data"]

    assert {name: details[name] for name in LIST_MEMBERS} == item


def test_details_have_fifteen_members(alpha: Agency) -> None:
    assert set(alpha.get(f"{SEARCH}/{ORDINARY.id}").json()["data"]) == DETAIL_MEMBERS


def test_details_are_those_of_the_fixture(alpha: Agency) -> None:
    details = alpha.get(f"{SEARCH}/{ORDINARY.id}").json()["data"]

    assert (details["name"], details["address"], details["par"], details["facilities"]) == (
        ORDINARY.name,
        ORDINARY.address,
        ORDINARY.par,
        list(ORDINARY.facilities),
    )


@pytest.mark.parametrize("path", ["", "/pricing"])
def test_the_booking_code_reads_the_same_as_the_id(alpha: Agency, path: str) -> None:
    by_id = alpha.get(f"{SEARCH}/{ORDINARY.id}{path}")

    assert alpha.get(f"{SEARCH}/{ORDINARY.booking_code}{path}").content == by_id.content


@pytest.mark.parametrize(
    "path", ["/terms", "/tee-times?date=2040-05-12", "/availability?date=2040-05-12"], ids=["terms", "times", "days"]
)
def test_a_booking_code_is_no_course_id_elsewhere(alpha: Agency, path: str) -> None:
    answer = alpha.send("GET", f"{SEARCH}/{ORDINARY.booking_code}{path}")

    assert refusal(answer) == (404, "course_not_found")


def test_platform_terms_are_the_default(alpha: Agency) -> None:
    terms = alpha.get(f"{SEARCH}/{ORDINARY.id}/terms").json()["data"]

    assert terms["bookingTerms"] == {
        "maxPlayersPerBooking": 4,
        "maxDaysInAdvance": 400,
        "modificationAllowed": True,
        "modificationCutoffHours": 24,
        "selfServiceCancellationCutoffHours": 24,
    }


@pytest.mark.parametrize(
    ("course", "source"), [(ORDINARY, "platform"), (by_trait("override-terms"), "course")], ids=["platform", "course"]
)
def test_terms_tell_whose_they_are(alpha: Agency, course: Course, source: str) -> None:
    terms = alpha.get(f"{SEARCH}/{course.id}/terms").json()["data"]

    assert terms["cancellationPolicy"]["source"] == source


@pytest.mark.parametrize("course", [ORDINARY, by_trait("override-terms")], ids=["platform", "course"])
def test_tiers_run_from_the_largest_hours_down_to_zero(alpha: Agency, course: Course) -> None:
    tiers = alpha.get(f"{SEARCH}/{course.id}/terms").json()["data"]["cancellationPolicy"]["tiers"]

    hours = [tier["hoursBeforeTeeTime"] for tier in tiers]
    assert (hours, hours[-1]) == (sorted(hours, reverse=True), 0)
