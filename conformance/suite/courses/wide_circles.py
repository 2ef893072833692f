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

_KM = 500
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


def wide_searches(courses: CourseFinder, course_map: CourseMap, run: Run) -> Iterator[WideSearch]:
    """A search around a place with more than fifty courses in reach, beside a country and beside a number of holes.

    Some courses that fit are not among the fifty nearest. Yields nothing where no place has so many courses around it.
    """
    around = _courses_around(courses, course_map, run)
    for member in ("country", "holes") if around else ():
        place, inside = around[0]
        farther = Counter(item[member] for item in inside[_NEAREST:] if item.get(member) is not None)
        # The rarest value needs the fewest pages.
        values = [value for value, _ in reversed(farther.most_common())]
        if values:
            fitting = ids_of(matching(inside, {member: values[0]}))
            query = {**place.query, "distance": _KM, member: values[0]}
            yield WideSearch(query, fitting, min(_MOST_ON_A_PAGE, max(1, -(-len(fitting) // 2))))


def _courses_around(courses: CourseFinder, course_map: CourseMap, run: Run) -> list[tuple[Location, list[Any]]]:
    """Places with more than fifty courses surely within 500 km, each with these courses, the nearest first."""
    places = run.random("wide circles").sample(course_map.places, min(_MOST_PLACES, len(course_map.places)))
    located = list(course_map.located(courses.all_courses()))
    found = []
    for place in places:
        away = sorted(
            ((distance_km(place, other), item["id"], item) for item, other in located), key=lambda line: line[:2]
        )
        inside = [item for km, _, item in away if km <= _KM - tolerance_km(_KM)]
        found += [(place, inside)] if len(inside) > _NEAREST else []
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
