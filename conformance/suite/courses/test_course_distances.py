"""Checks of the geographic search: distances, their default and their limit."""

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import refused, refused_or, steady
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, Untested, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.geography import CourseMap, Location, distance_km, tolerance_km
from conformance.suite.arranged.list_pages import ids_of, page_of
from conformance.suite.courses.widening_searches import (
    WideningSearch,
    most_frequent_in_ring,
    require_every_course_in_reach,
    require_no_course_lost,
)

_KM_PER_MILE = 1.609
# Where people think in miles, a target may do so too.
_COUNTRY_OF_MILES = "GB"
_FARTHEST_KM = 505
_NEAR_THE_DEFAULT = (26, 49)
# So small that a circle around a course has several pages.
_PAGE_SIZE = 25
_KM_AROUND_A_MIRRORED_PLACE = 100
_KM_BESIDE_GREENWICH = 5
_KM_AROUND_ZERO = 100
_KM_WITH_DECIMALS = 7.5
_KM_BELOW_ONE = 0.5


@pytest.fixture(scope="session")
def course_map(courses: CourseFinder, run: Run) -> CourseMap:
    """Where the courses lie."""
    return CourseMap(courses, run)


@verifies("CRS-10")
@pytest.mark.parametrize(("km", "country"), [(6, ""), (150, _COUNTRY_OF_MILES)])
def test_a_search_finds_only_courses_within_the_distance(
    agency: Agency, course_map: CourseMap, km: int, country: str
) -> None:
    place = course_map.telling_place([(_reach(km), inf)], [(0, km), (_reach(km), km * _KM_PER_MILE)], country)

    # The target may remember a search around another place, and take the two places for one.
    if neighbour := course_map.in_the_same_square(place, km):
        agency.get(COURSES, page=1, pageSize=_PAGE_SIZE, **neighbour.query, distance=km)
    found = walk(agency, COURSES, page_size=_PAGE_SIZE, **place.query, distance=km)
    within = _found_within(agency, country, **place.query, distance=km) if country else []

    _require_all_within(km, [*found, *within], course_map, place)


@verifies("CRS-10")
def test_a_distance_may_have_decimals(agency: Agency, course_map: CourseMap) -> None:
    place = course_map.telling_place([(_reach(_KM_WITH_DECIMALS), inf)], [(_reach(_KM_WITH_DECIMALS), 50)])

    for km in (_KM_WITH_DECIMALS, _KM_BELOW_ONE):
        answer = agency.get(COURSES, **place.query, distance=km, pageSize=_PAGE_SIZE)
        found = page_of(_taken(answer)).items

        _require_none_farther(km, found, course_map, place)


@verifies("CRS-10")
@pytest.mark.parametrize("km", [_KM_AROUND_A_MIRRORED_PLACE, _KM_BESIDE_GREENWICH], ids=["far", "near"])
def test_a_search_finds_nothing_on_the_other_side_of_greenwich(agency: Agency, course_map: CourseMap, km: int) -> None:
    place = _mirrored_place(course_map, km)

    found = page_of(agency.get(COURSES, **place.query, distance=km, pageSize=100)).items

    _require_none_farther(km, found, course_map, place)


@verifies("CRS-10")
@pytest.mark.parametrize("coordinate", ["latitude", "longitude"])
def test_a_search_around_zero_degrees_keeps_to_the_distance(
    agency: Agency, course_map: CourseMap, coordinate: str
) -> None:
    place = replace(course_map.places[0], **{coordinate: 0})

    found = page_of(agency.get(COURSES, **place.query, distance=_KM_AROUND_ZERO, pageSize=100)).items

    _require_none_farther(_KM_AROUND_ZERO, found, course_map, place)


def _taken(answer: Answer) -> Answer:
    """The answer. Raises `NoEvidence` when it is a refusal: a target may take whole numbers alone."""
    if not answer.is_success:
        answer.mark(Role.attempt)
        raise NoEvidence(f"{answer.where} answered {answer.status}: the target takes no distance with decimals.")
    return answer


def _require_none_farther(km: float, found: list[Any], course_map: CourseMap, place: Location) -> None:
    far = _farther_than(_reach(km), course_map, found, place)
    expect(
        not far,
        f"every course of a search within {km} km is so near",
        f"these courses are farther away: {shown(far)}",
    )


def _mirrored_place(course_map: CourseMap, km: int) -> Location:
    """A place whose mirror image has courses nearby. Raises `NoEvidence` when no place is like that."""
    is_near = km == _KM_BESIDE_GREENWICH
    place = course_map.beside_greenwich(km) if is_near else course_map.mirrored_place(km)
    if place is None:
        raise NoEvidence("No course is near the mirror image of another course.")
    return place


@verifies("CRS-11")
@pytest.mark.parametrize("member", [None, "country"])
def test_the_default_distance_is_fifty_km(
    agency: Agency, course_map: CourseMap, courses: CourseFinder, member: str | None
) -> None:
    place = course_map.telling_place([(_reach(50), inf)], [_NEAR_THE_DEFAULT, (_reach(50), 99)])
    beside = most_frequent_in_ring(_NEAR_THE_DEFAULT, course_map, courses, place, member)
    if member and not beside:
        raise NoEvidence(f"No course is {_NEAR_THE_DEFAULT[0]} to {_NEAR_THE_DEFAULT[1]} km from another course.")

    # The target may remember this distance, which is not the default.
    agency.get(COURSES, **place.query, **beside, distance=100, pageSize=1)
    said, unsaid = steady(lambda: _found(agency, place, **beside, distance=50), lambda: _found(agency, place, **beside))
    expect(
        said == unsaid,
        "without distance, a search finds what distance=50 finds",
        f"only one of the two searches finds {shown(sorted(said ^ unsaid))}",
    )
    found = walk(agency, COURSES, page_size=_PAGE_SIZE, **place.query, **beside)
    _require_all_within(50, found, course_map, place)


@verifies("CRS-12")
@pytest.mark.parametrize(("km", "member"), [(800, None), (5000, None), (5000, "country"), (800, "holes")])
def test_no_search_reaches_farther_than_five_hundred_km(
    agency: Agency, course_map: CourseMap, courses: CourseFinder, km: int, member: str | None
) -> None:
    place = course_map.telling_place([(_FARTHEST_KM, inf)], [(501, 700), (700, inf)])
    beside = most_frequent_in_ring((_FARTHEST_KM, inf), course_map, courses, place, member)
    attempt = agency.get(COURSES, **place.query, **beside, distance=km)
    control = agency.recall(COURSES, **place.query, distance=500)

    found = _found_unless_refused(agency, attempt, control, place, km, beside)
    beyond = _farther_than(_FARTHEST_KM, course_map, found, place)
    expect(not beyond, f"distance={km} finds no course beyond 500 km", f"it finds {shown(beyond)}")


def _found_unless_refused(
    agency: Agency, attempt: Answer, control: Answer, place: Location, km: int, beside: Mapping[str, Any]
) -> list[Any]:
    """All courses found within *km*, none when *attempt* is refused. Raises `Inconclusive` for a refused *control*."""
    if refused_or(attempt, control=control) is None:
        return []
    page_of(attempt)  # An error under 2xx is not a list to walk.
    return walk(agency, COURSES, role=Role.attempt, **place.query, **beside, distance=km)


@pytest.mark.parametrize(
    "lone",
    [
        pytest.param("latitude", marks=verifies("CRS-13")),
        pytest.param("longitude", marks=verifies("CRS-14")),
    ],
)
@pytest.mark.parametrize("sign", [1, -1, 0], ids=["positive", "negative", "zero"])
def test_a_search_needs_both_coordinates(agency: Agency, course_map: CourseMap, lone: str, sign: int) -> None:
    place = course_map.places[0]

    attempt = agency.get(COURSES, **{lone: sign * abs(place.query[lone])})
    control = agency.recall(COURSES, **place.query)

    refused(attempt, control=control)


@pytest.fixture(scope="session")
def widening(agency: Agency, course_map: CourseMap) -> WideningSearch:
    """Searches around one place, each wider than the one before. Each is sent once."""
    place = course_map.telling_place([], [(0, 25), (25, 50), (50, 200)], on_a_side=True)
    return WideningSearch(agency, course_map, place)


@verifies("CRS-07")
def test_a_wider_search_finds_every_course_in_reach(widening: WideningSearch, courses: CourseFinder) -> None:
    require_every_course_in_reach(widening, courses)


@verifies("CRS-15")
def test_a_larger_distance_never_loses_courses(widening: WideningSearch) -> None:
    require_no_course_lost(widening)


def _found(agency: Agency, place: Location, **query: Any) -> frozenset[str]:
    return ids_of(walk(agency, COURSES, **place.query, **query))


def _reach(km: float) -> float:
    """How far a course may lie for *km*."""
    return km + tolerance_km(km)


def _found_within(agency: Agency, country: str, **query: object) -> list[Any]:
    """The first courses of the country that a search finds. None where it is refused: no document says that filters
    combine.
    """
    answer = agency.get(COURSES, country=country, pageSize=100, **query)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return []
    return page_of(answer).items


def _require_all_within(km: int, found: list[Any], course_map: CourseMap, place: Location) -> None:
    """Raises `Violation` for a course beyond *km*, and `Untested` when nothing is found."""
    if not found:
        raise Untested(
            f"A search within {km} km of a course does not even find this course, so the search proves nothing."
        )
    beyond = _farther_than(_reach(km), course_map, found, place)
    expect(not beyond, f"every course found is within {km} km", f"these courses are farther away: {shown(beyond)}")


def _farther_than(limit: float, course_map: CourseMap, found: list[Any], place: Location) -> list[str]:
    """The found courses beyond *limit* km, each with its distance."""
    known = [item for item in found if isinstance(item, dict) and isinstance(item.get("id"), str)]
    distances = [(item["id"], distance_km(place, other)) for item, other in course_map.located(known)]
    return [f"{course_id} at {km:.1f} km" for course_id, km in distances if km > limit]
