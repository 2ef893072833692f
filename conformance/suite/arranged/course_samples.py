"""Courses drawn by the seed so that every kind is among them, a declared one, filtered lists, and ids of no course."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import part
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder
from conformance.discovery.course_kinds import in_turn
from conformance.discovery.pages import Walk
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Untested
from conformance.scope.lanes import read_ahead
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES
from conformance.suite.arranged.list_pages import ids_of

# The check tries at most this number of courses to find an id like theirs that belongs to no course.
_MOST_KNOWN_IDS = 40

# A fault may begin with the second or the third page, but hardly in later lists only.
_PAGES_OF_FIRST_LISTS = (3, 2)


class FilteredLists:
    """Course lists under a filter, each walked once in a run, in pages so small that there are several."""

    def __init__(self, agency: Agency, courses: CourseFinder) -> None:
        self._agency = agency
        self._courses = courses
        self._walks: dict[tuple[tuple[str, object], ...], Walk] = {}
        self._page_sizes: dict[tuple[tuple[str, object], ...], int] = {}

    def of(self, **filters: Any) -> list[Any]:
        """The courses the target lists for *filters*. Raises `Inconclusive` when it refuses them."""
        name = tuple(sorted(filters.items()))
        if name not in self._walks:
            self._settle_page_size(filters)
            self._walks[name] = self._walk(filters)
        return [item for item in self._walks[name].items() if isinstance(item, dict)]

    def page_with(self, item: Any, filters: Mapping[str, Any]) -> Answer:
        """The page of the list for *filters* that shows *item*, one of its courses."""
        return self._walks[tuple(sorted(filters.items()))].page_with(item)

    def read_ahead(self, asked: Sequence[Mapping[str, Any]]) -> None:
        """Walks the lists for all filters in *asked*, several of them at the same time where checks run in lanes."""
        for filters in asked:
            self._settle_page_size(filters)
        read_ahead(partial(self.of, **filters) for filters in asked)

    def _settle_page_size(self, filters: Mapping[str, Any]) -> None:
        name = tuple(sorted(filters.items()))
        if name not in self._page_sizes:
            expected = len(matching(self._courses.all_courses(), filters))
            pages = dict(enumerate(_PAGES_OF_FIRST_LISTS)).get(len(self._page_sizes), 1)
            self._page_sizes[name] = min(100, -(-expected // pages) or 1)

    def again(self, **filters: Any) -> list[Any]:
        """The same walk in pages of the same size, once more."""
        return [item for item in self._walk(filters).items() if isinstance(item, dict)]

    def _walk(self, filters: Mapping[str, Any]) -> Walk:
        page_size = self._page_sizes[tuple(sorted(filters.items()))]
        return Walk(self._agency, COURSES, {"pageSize": page_size, **filters})


def matching(items: Iterable[Any], filters: Mapping[str, object]) -> list[Any]:
    """The items whose members equal *filters*."""
    return [item for item in items if all(item.get(name) == value for name, value in filters.items())]


def countries_of(courses: CourseFinder) -> list[str]:
    """Every country code in the unfiltered list."""
    return countries_in(courses.all_courses())


def countries_in(items: Iterable[Any]) -> list[str]:
    """Every country code of list items."""
    found = [item.get("country") for item in items if isinstance(item, dict)]
    return sorted({country for country in found if isinstance(country, str) and country})


def sampled_courses(courses: CourseFinder, run: Run, name: str, count: int) -> list[Any]:
    """Up to *count* list items from all pages, online and offline, of 9 and 18 holes, plain and accented, in turn.

    Raises `Untested` when the target lists no course.
    """
    source = run.random(name)
    kinds: dict[tuple[str, str], list[Any]] = {}
    for item in courses.all_courses():
        kinds.setdefault((str(item.get("isOnline")), str(item.get("holes"))), []).append(item)
    for items in kinds.values():
        source.shuffle(items)
    drawn = in_turn(in_turn(_by_accents(items, source)) for items in kinds.values())
    if not drawn:
        raise Untested("The target lists no course.")
    return drawn[:count]


def _by_accents(items: Iterable[Any], source: Random) -> list[list[Any]]:
    """*items* in groups, in any order: an accent in the name, in the city, in both, in neither."""
    groups: dict[tuple[bool, ...], list[Any]] = {}
    for item in items:
        groups.setdefault(tuple(str(item.get(name)).isascii() for name in ("name", "city")), []).append(item)
    return source.sample(list(groups.values()), len(groups))


def unknown_courses(courses: CourseFinder, run: Run, name: str) -> Iterator[tuple[str, str]]:
    """Three pairs of an id of no listed course and the id of a course like it: longer, shorter, and drawn again.

    Raises `Untested` when none is found.
    """
    # Ids may be compared without regard to case.
    known = {course_id.casefold() for course_id in ids_of(courses.all_courses())}
    found: dict[int, tuple[str, str]] = {}
    for item in sampled_courses(courses, run, name, _MOST_KNOWN_IDS):
        for way, unknown in enumerate(courses.unknown_ids(item["id"])):
            if unknown.casefold() not in known:
                found.setdefault(way, (unknown, item["id"]))
    if not found:
        raise Untested("Every id drawn in the shape of a course id belongs to a course.")
    yield from (found[way] for way in sorted(found))


def course_of_few_players(courses: CourseFinder) -> tuple[str, int]:
    """The declared course whose terms allow fewer than four players, and how many.

    Raises `Untested` for more, and `Inconclusive` when the terms show no number.
    """
    course_id = courses.declared("low_maximum")
    maximum = part(courses.terms(course_id), "bookingTerms.maxPlayersPerBooking", judge=False)
    if not isinstance(maximum, int):
        raise Inconclusive(f"maxPlayersPerBooking is {maximum!r}, which another requirement judges.")
    if maximum >= PLACES:
        raise Untested(f"The terms of course {course_id} allow {maximum} players: no more than BKC-21 tests.")
    return course_id, maximum
