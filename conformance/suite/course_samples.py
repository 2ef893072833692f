"""Courses to look at, drawn by the seed so that no kind is left out, filtered lists, and ids of no course."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from conformance.client import Agency
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.run import Run
from conformance.suite.list_pages import ids_of
from conformance.verdicts import Untested

_PAGES_OF_A_FILTERED_LIST = 3
_LENGTH_BEYOND_GUESSING = 8


class FilteredLists:
    """Course lists under a filter, each walked once in a run, in pages so small that there are several."""

    def __init__(self, agency: Agency, courses: CourseFinder) -> None:
        self._agency = agency
        self._courses = courses
        self._found: dict[tuple[tuple[str, object], ...], list[Any]] = {}

    def of(self, **filters: Any) -> list[Any]:
        """The courses the target lists for *filters*. Raises `Inconclusive` when it refuses them."""
        name = tuple(sorted(filters.items()))
        if name not in self._found:
            expected = len(matching(self._courses.all_courses(), filters))
            page_size = min(100, -(-expected // _PAGES_OF_A_FILTERED_LIST) or 1)
            found = walk(self._agency, COURSES, page_size=page_size, **filters)
            self._found[name] = [item for item in found if isinstance(item, dict)]
        return self._found[name]


def matching(items: Iterable[Any], filters: Mapping[str, object]) -> list[Any]:
    """The items whose members equal *filters*."""
    return [item for item in items if all(item.get(name) == value for name, value in filters.items())]


def countries_of(courses: CourseFinder) -> list[str]:
    """Every country code in the unfiltered list."""
    found = [item.get("country") for item in courses.all_courses()]
    return sorted({country for country in found if isinstance(country, str) and country})


def sampled_courses(courses: CourseFinder, run: Run, name: str, count: int) -> list[Any]:
    """Up to *count* list items from all pages, online and offline, of 9 and 18 holes in turn.

    Raises `Untested` when the target lists no course.
    """
    source = run.random(name)
    kinds: dict[tuple[str, str], list[Any]] = {}
    for item in courses.all_courses():
        kinds.setdefault((str(item.get("isOnline")), str(item.get("holes"))), []).append(item)
    for items in kinds.values():
        source.shuffle(items)
    in_turn = [item for round_ in zip_longest(*kinds.values()) for item in round_ if item is not None]
    if not in_turn:
        raise Untested("The target lists no course.")
    return in_turn[:count]


def unknown_courses(courses: CourseFinder, run: Run, name: str) -> Iterator[tuple[str, str]]:
    """Two pairs of an id of no listed course and the id of a course like it. Raises `Untested` when none is found."""
    # Ids may be compared without regard to case.
    known = {course_id.casefold() for course_id in ids_of(courses.all_courses())}
    longest = max(map(len, known), default=0)
    pairs = [
        (unknown, item["id"])
        for item in sampled_courses(courses, run, name, 40)
        if (unknown := _grown(courses.unknown_id(item["id"]), longest)).casefold() not in known
    ]
    if not pairs:
        raise Untested("Every id drawn in the shape of a course id belongs to a course.")
    yield from pairs[:2]


def _grown(drawn: str, longest: int) -> str:
    """*drawn*, made longer than every known id where ids are so short that it may be a course that is not listed.

    The digits go in front: a number with a leading zero may be read as the number.
    """
    return drawn if len(drawn) >= _LENGTH_BEYOND_GUESSING else f"7{drawn.rjust(longest, '7')}"
