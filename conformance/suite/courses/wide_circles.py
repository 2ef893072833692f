"""Searches for courses of a country, or with a number of holes, in a circle with many courses, and what they must find.

A service may take the nearest courses first, and apply the other filter to these courses alone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.verdicts import NoEvidence, Violation, counted, or_else, shown
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import matching
from conformance.suite.arranged.geography import CourseMap, Location, distance_km, tolerance_km
from conformance.suite.arranged.list_pages import ids_of
from conformance.suite.courses.filter_oracles import lasting_ids

# The widest circle, and one with courses not far outside.
_WIDEST_KM, _WIDE_KM = 500, 300
# More than most services have on a page.
_NEAREST = 50
_MOST_PLACES = 12
_MOST_ON_A_PAGE = 100


@dataclass(frozen=True)
class WideSearch:
    """A search with *query*, in pages of *page_size*. It must find the courses *inside*, some of them far away."""

    query: Mapping[str, Any]
    inside: frozenset[str]
    page_size: int


@dataclass(frozen=True)
class _Circle:
    """A place, and the courses surely within so many *km*, the nearest first. *crosses_greenwich*: some of these
    courses lie across the prime meridian, where the sign of the longitude changes.
    """

    place: Location
    km: int
    inside: list[Any]
    crosses_greenwich: bool


def wide_searches(courses: CourseFinder, course_map: CourseMap, run: Run) -> Iterator[WideSearch]:
    """Searches around places with more than fifty courses in reach: one beside a country, and one beside a number of
    holes, across the prime meridian if a place allows it.

    Some courses that fit are not among the fifty nearest. With each seed, the other search has the widest circle.
    Yields nothing where no place has so many courses around it.
    """
    widest, wide = (_circles(courses, course_map, run, reach) for reach in (_WIDEST_KM, _WIDE_KM))
    for turn, member in enumerate(("country", "holes")):
        circles = widest if (turn + run.seed) % 2 else wide or widest
        crossing = [circle for circle in circles if circle.crosses_greenwich]
        for circle in (crossing or circles if member == "holes" else circles)[:1]:
            yield from _search_beside(member, circle)


def _search_beside(member: str, circle: _Circle) -> Iterator[WideSearch]:
    farther = Counter(item[member] for item in circle.inside[_NEAREST:] if item.get(member) is not None)
    # The rarest value needs the fewest pages.
    for value, _ in farther.most_common()[-1:]:
        fitting = ids_of(matching(circle.inside, {member: value}))
        query = {**circle.place.query, "distance": circle.km, member: value}
        yield WideSearch(query, fitting, min(_MOST_ON_A_PAGE, max(1, -(-len(fitting) // 2))))


def _circles(courses: CourseFinder, course_map: CourseMap, run: Run, reach: int) -> list[_Circle]:
    """Circles of *reach* km with more than fifty courses, around some places that the seed draws."""
    places = run.random("wide circles").sample(course_map.places, min(_MOST_PLACES, len(course_map.places)))
    located = list(course_map.located(courses.all_courses()))
    found = []
    for place in places:
        away = sorted(
            ((distance_km(place, other), item["id"], item, other) for item, other in located), key=lambda line: line[:2]
        )
        inside = [(item, other) for km, _, item, other in away if km <= reach - tolerance_km(reach)]
        sides = {other.longitude > 0 for _, other in inside}
        found += [_Circle(place, reach, [item for item, _ in inside], len(sides) > 1)] if len(inside) > _NEAREST else []
    return found


def require_every_course_of_wide_searches(agency: Agency, searches: Iterator[WideSearch]) -> None:
    """Raises `Violation` for a search that lacks a course which fits both filters, twice.

    Raises `NoEvidence` where there is no search, or the target refuses all: no document says that filters combine.
    """
    answered = [search for search in searches if _is_complete(agency, search)]
    if not answered:
        raise NoEvidence("The target answers no search for a country or for holes in a circle with many courses.")


def _is_complete(agency: Agency, search: WideSearch) -> bool:
    """Whether the target answers the search. Raises `Violation` when the answer lacks a course, twice."""
    found = _found(agency, search)
    if found is None:
        return False
    missing = search.inside - found
    if not missing:
        return True
    again = _found(agency, search)
    lasting = lasting_ids(missing, search.inside - again if again is not None else frozenset())
    raise Violation(f"{shown(search.query)} finds every course that fits both", f"it lacks {counted(lasting)}")


def _found(agency: Agency, search: WideSearch) -> frozenset[str] | None:
    """The ids that the search finds, None where it is refused."""
    return or_else(lambda: ids_of(walk(agency, COURSES, page_size=search.page_size, **search.query)), None)
