"""Filters of the course search beside each other and beside maxResults: what to ask, and which courses then fit."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations, cycle, product
from math import inf
from typing import Any

from conformance.asking.client import Agency
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.verdicts import or_else
from conformance.recordings.parts import act_together
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import countries_of, matching
from conformance.suite.arranged.geography import CourseMap, distance_km, tolerance_km
from conformance.suite.arranged.list_pages import Page, ids_of, page_of

HOLES = (9, 18)
_MOST_PLACES = 12
_FEWEST_RESULTS, _MOST_RESULTS = 2, 9
_PAIRS_DRAWN = 4

PLACE, PLACE_ALONE = "place", "place without distance"
# Places take turns at the distances.
_KM_ASKED, _DEFAULT_KM = (100, 300), (50,)

# Where a course lies: the specification does not say what two of these filters mean together.
_AREAS = frozenset([PLACE, PLACE_ALONE, "region", "geoArea"])

# The filters that clients most often combine.
_OFTEN_COMBINED = ("country", "holes")

Kinds = tuple[str, ...]


@dataclass(frozen=True)
class Filter:
    """A filter with a value, and the ids of the courses that fit and of the courses that do not fit, as far as known.

    A faulty filter finds the *tempting* courses first.
    """

    kind: str
    query: Mapping[str, Any]
    inside: frozenset[str]
    outside: frozenset[str]
    tempting: frozenset[str]

    def strangers(self, items: Sequence[Any]) -> frozenset[str]:
        """The ids of *items* that do not fit. An item that shows the wanted value has changed meanwhile and fits."""
        wanted = self.query.get(self.kind)
        return self.outside & ids_of([item for item in items if wanted is None or item.get(self.kind) != wanted])


SearchFilters = tuple[Filter, ...]


@dataclass(frozen=True)
class Search:
    """What a search under *filters* found on its first two pages. *query* has every parameter except page."""

    filters: SearchFilters
    query: Mapping[str, Any]
    pages: Sequence[Page]

    @property
    def items(self) -> list[Any]:
        """The courses found."""
        return [item for page in self.pages for item in page.items if isinstance(item, dict)]

    def strangers(self, kind: str) -> frozenset[str]:
        """The ids of found courses that do not fit the filter of this kind."""
        (asked,) = (search_filter for search_filter in self.filters if search_filter.kind == kind)
        return asked.strangers(self.items)

    @property
    def missing(self) -> frozenset[str]:
        """The ids of courses that fit all filters and were not found; none is missing while there are more pages."""
        return _fitting(self.filters) - ids_of(self.items) if self._is_whole else frozenset()

    @property
    def lacking(self) -> int:
        """How many courses fewer than totalItems the pages show; 0 while there are more pages."""
        return self.pages[0].total_items - len(ids_of(self.items)) if self._is_whole else 0

    @property
    def on_both_pages(self) -> frozenset[str]:
        """The ids of courses that two pages show."""
        return self.pages[0].ids & self.pages[1].ids if len(self.pages) > 1 else frozenset()

    @property
    def _is_whole(self) -> bool:
        return self.pages[-1].number >= self.pages[-1].total_pages


class FilterPairs:
    """Searches under two filters, and under one with maxResults. Each is sent when a check first asks for its kind.

    A refused search does not count: no document says that filters combine.
    """

    def __init__(self, agency: Agency, courses: CourseFinder, course_map: CourseMap, run: Run) -> None:
        self._agency = agency
        self._courses = courses
        self._map = course_map
        self._run = run
        self._known: dict[str, Callable[[], Iterator[Filter]]] = {
            "country": lambda: (self._with_member("country", value) for value in countries_of(courses)),
            "holes": lambda: (self._with_member("holes", value) for value in HOLES),
            PLACE: partial(self._around_places, PLACE, _KM_ASKED),
            PLACE_ALONE: partial(self._around_places, PLACE_ALONE, _DEFAULT_KM),
        }
        self._known |= {area: partial(self._named, area, name) for area, name in courses.areas.items()}
        self._filters: dict[str, Sequence[Filter]] = {}
        self._sent: dict[Kinds, list[Search]] = {}

    def of(self, kind: str) -> Iterator[Search]:
        """The searches with a filter of this *kind*."""
        return self._searches(lambda kinds: kind in kinds)

    def of_two(self) -> Iterator[Search]:
        """The searches under two filters."""
        return self._searches(lambda kinds: len(kinds) > 1)

    def with_most_results(self) -> Iterator[Search]:
        """The searches under one filter, with maxResults."""
        return self._searches(lambda kinds: len(kinds) == 1)

    def drawn(self) -> Iterator[SearchFilters]:
        """Two filters that courses fit together, of a few pairs of kinds: country and holes, and some by the seed."""
        others = [kinds for kinds in self._all_kinds if len(kinds) > 1 and kinds != _OFTEN_COMBINED]
        drawn = self._run.random("pairs of filters").sample(others, min(_PAIRS_DRAWN, len(others)))
        for kinds in (_OFTEN_COMBINED, *drawn):
            yield from self._chosen(kinds)[:1]

    def again(self, search: Search) -> Search:
        """The same search once more. Raises `Inconclusive` when it is refused."""
        first = page_of(self._agency.get(COURSES, **search.query))
        has_more = first.total_pages > 1
        second = [page_of(self._agency.get(COURSES, **search.query, page=2))] if has_more else []
        return Search(search.filters, search.query, [first, *second])

    @cached_property
    def _all_kinds(self) -> Sequence[Kinds]:
        pairs = [pair for pair in combinations(self._known, 2) if not _AREAS.issuperset(pair)]
        return [*((kind,) for kind in self._known), *pairs]

    def _searches(self, wanted: Callable[[Kinds], bool]) -> Iterator[Search]:
        asked = list(filter(wanted, self._all_kinds))
        unsent = [(kinds, filters) for kinds in asked if kinds not in self._sent for filters in self._chosen(kinds)]
        searches = act_together([partial(self._search, filters) for _, filters in unsent])
        self._sent |= {kinds: [] for kinds in asked if kinds not in self._sent}
        for (kinds, _), search in zip(unsent, searches, strict=True):
            self._sent[kinds] += [search] if search else []
        return (search for kinds in asked for search in self._sent[kinds])

    def _chosen(self, kinds: Kinds) -> Sequence[SearchFilters]:
        """Filters that courses fit, and more filters where the first do not show that the target ignores a kind. Each
        value of the last kind is asked for where clients most often combine the filters.
        """
        drawn = list(product(*(self._drawn(kind) for kind in kinds)))
        self._run.random(f"filters {kinds}").shuffle(drawn)
        if kinds == _OFTEN_COMBINED:
            of_values = [[filters for filters in drawn if filters[-1] is last] for last in self._drawn(kinds[-1])]
            return [filters for drawn_with in of_values for filters in self._best(drawn_with)]
        return self._best(drawn)

    def _best(self, drawn: Sequence[SearchFilters]) -> Sequence[SearchFilters]:
        best = max(drawn, key=lambda filters: (bool(_fitting(filters)), _telling(filters)), default=None)
        if best is None or not _fitting(best):
            return []
        more = max(drawn, key=_telling)
        return [best, more] if _telling(more) > _telling(best) else [best]

    def _search(self, filters: SearchFilters) -> Search | None:
        """The search under *filters*; None where the target refuses it. With every second seed, two filters come with
        maxResults too.
        """
        kinds = [search_filter.kind for search_filter in filters]
        half = max(1, -(-len(_fitting(filters)) // 2))
        most = half if half <= _MOST_RESULTS else self._drawn_size(kinds)
        is_limited = len(kinds) == 1 or (most == half and self._run.seed % 2 == 0)
        paging = {"maxResults": most} if is_limited else {"pageSize": min(100, half)}
        query = {name: value for search_filter in filters for name, value in search_filter.query.items()}
        return or_else(lambda: self.again(Search(filters, query | paging, [])), None)

    def _drawn_size(self, kinds: Sequence[str]) -> int:
        return self._run.random(f"results {kinds}").randint(_FEWEST_RESULTS, _MOST_RESULTS)

    def _drawn(self, kind: str) -> Sequence[Filter]:
        """The filters of a kind: all that are known, or some drawn by the seed; none where the target shows none."""
        if kind not in self._filters:
            self._filters[kind] = or_else(lambda: list(self._known[kind]()), [])
        return self._filters[kind]

    def _with_member(self, name: str, value: object) -> Filter:
        known = [item for item in self._courses.all_courses() if item.get(name) is not None]
        return _filter(name, {name: value}, ids_of(matching(known, {name: value})), ids_of(known))

    def _named(self, kind: str, name: str) -> Iterator[Filter]:
        query: Mapping[str, Any] = {kind: name}
        found = ids_of(walk(self._agency, COURSES, **query))
        yield _filter(kind, query, found, ids_of(self._courses.all_courses()))

    def _around_places(self, kind: str, distances: Sequence[int]) -> Iterator[Filter]:
        places = self._run.random("places of pairs").sample(self._map.places, min(_MOST_PLACES, len(self._map.places)))
        located = [(item["id"], place) for item, place in self._map.located(self._courses.all_courses())]
        for place, km in zip(places, cycle(distances)):
            beyond = km + tolerance_km(km)
            away = {course_id: distance_km(place, other) for course_id, other in located}
            inside, outside, tempting = (
                frozenset(course_id for course_id, distance in away.items() if low <= distance <= high)
                for low, high in ((0, km - tolerance_km(km)), (beyond, inf), (beyond, 2 * km))
            )
            asked = {"distance": km} if kind == PLACE else {}
            yield Filter(kind, {**place.query, **asked}, inside, outside, tempting)


def _filter(kind: str, query: Mapping[str, Any], inside: frozenset[str], known: frozenset[str]) -> Filter:
    """The filter that the courses *inside* fit, and the other *known* courses do not."""
    return Filter(kind, query, inside, known - inside, known - inside)


def _fitting(filters: SearchFilters) -> frozenset[str]:
    """The ids of the courses that fit all *filters*."""
    return frozenset.intersection(*(search_filter.inside for search_filter in filters))


def _telling(filters: SearchFilters) -> int:
    """For how many of *filters* it would show if it were ignored."""
    return sum(
        bool(ignored.tempting.intersection(*(other.inside for other in filters if other is not ignored)))
        for ignored in filters
    )
