"""Searches around one place with larger and larger distances, and the courses that they must find."""

from collections import Counter
from itertools import pairwise
from typing import Any
from urllib.parse import urlencode

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.verdicts import Inconclusive, Untested, counted, expect
from conformance.suite.arranged.geography import CourseMap, Location, distance_km, tolerance_km
from conformance.suite.arranged.list_pages import ids_of

DISTANCES_KM = (25, 50, 100, 200, 500)


class WideningSearch:
    """The courses found around *place* within each distance. The narrow searches are sent first, each search once.

    A target that answers a later search from an earlier one shows it only in this order.
    """

    def __init__(self, agency: Agency, course_map: CourseMap, place: Location) -> None:
        self._agency = agency
        self.course_map = course_map
        self.place = place
        self._found: dict[int, frozenset[str]] = {}

    def within(self, km: int) -> frozenset[str]:
        """The ids found within *km*. Raises `Untested` when not even the widest search finds a course."""
        if not self._found:
            self._found = {distance: self.again(distance) for distance in DISTANCES_KM}
        if not self._found[DISTANCES_KM[-1]]:
            raise Untested(
                "A search within 500 km of a course does not even find this course, so the search proves nothing."
            )
        return self._found[km]

    def again(self, km: int) -> frozenset[str]:
        """The ids found within *km*, by a new search."""
        return ids_of(walk(self._agency, COURSES, **self.place.query, distance=km))

    def listed_now(self) -> list[Any]:
        """All courses of the target, listed again."""
        return walk(self._agency, COURSES)


def require_every_course_in_reach(widening: WideningSearch, courses: CourseFinder) -> None:
    """Raises `Violation` when a search lacks a listed course that is within its distance, twice."""
    for km in DISTANCES_KM:
        missing = _in_reach(widening, courses.all_courses(), km) - widening.within(km)
        if not missing:
            continue
        lasting = missing & _in_reach(widening, widening.listed_now(), km) - widening.again(km)
        _require_none(lasting, f"distance={km} finds every course that lies within {km} km", km)


def _in_reach(widening: WideningSearch, items: list[Any], km: int) -> frozenset[str]:
    """The ids of *items* that are surely within *km* of the place."""
    located = widening.course_map.located([item for item in items if isinstance(item, dict)])
    reach = km - tolerance_km(km)
    return frozenset(item["id"] for item, other in located if distance_km(widening.place, other) <= reach)


def require_no_course_lost(widening: WideningSearch) -> None:
    """Raises `Violation` when a search lacks a course that the next narrower one finds, twice."""
    for nearer, farther in pairwise(DISTANCES_KM):
        lost = widening.within(nearer) - widening.within(farther)
        if lost:
            lasting = lost & widening.again(nearer) - widening.again(farther)
            _require_none(lasting, f"distance={farther} finds all that distance={nearer} finds", farther)


def _require_none(lasting: frozenset[str], expected: str, km: int) -> None:
    """Raises `Violation` for courses that two searches lacked, and `Inconclusive` when only one search lacked them."""
    expect(not lasting, expected, f"it lacks {counted(lasting)}, in GET {COURSES}?{urlencode({'distance': km})}")
    raise Inconclusive("Courses changed while searches were compared.")


def most_frequent_in_ring(
    ring: tuple[float, float], course_map: CourseMap, courses: CourseFinder, place: Location, member: str | None
) -> dict[str, Any]:
    """The filter by *member* that most courses in the *ring* around the *place* fit, a least and a most distance in km.
    No filter without a member, and where no course is in the ring.
    """
    if member is None:
        return {}
    located = course_map.located(courses.all_courses())
    there = [item for item, other in located if ring[0] < distance_km(place, other) < ring[1]]
    values = Counter(item[member] for item in there if item.get(member) is not None)
    most_frequent = [value for value, _ in values.most_common(1)]
    return {member: most_frequent[0]} if most_frequent else {}
