"""The tour of course searches: every pair of filters, size and caller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import same
from conformance.catalogue.paths import COURSES
from conformance.conditions.families import COURSE_SEARCH
from conformance.conditions.model import Case
from conformance.discovery import CourseFinder
from conformance.evidence.verdicts import expect, or_else, shown
from conformance.scope.lanes import run_together
from conformance.suite.arranged.course_samples import matching
from conformance.suite.arranged.geography import CourseMap, Location, distance_km, tolerance_km
from conformance.suite.arranged.list_pages import Page, pages_in
from conformance.suite.tours.sampling import Judge, TourPlan, Turns

_KM = {"usual distance": None, "less than 50 km": 25, "more than 50 km": 120}
_USUAL_KM, _A_FEW = 50, 7
SIZES = {"unsaid": None, "one": 1, "a few": _A_FEW, "a hundred": 100}
_AREAS = {"region": "region", "area": "geoArea"}


@dataclass(frozen=True)
class SearchAsked:
    """An accepted search with these parameters, its *page*, and the *place* around which it searched."""

    query: Mapping[str, Any]
    page: Page
    place: Location | None

    @property
    def items(self) -> list[Any]:
        """The well-formed items of the page."""
        return [item for item in self.page.items if isinstance(item, dict)]


@dataclass(frozen=True)
class SearchTour:
    """The searches of the tour. *located* are the places of listed courses."""

    searches: tuple[SearchAsked, ...]
    located: Mapping[str, Location]
    courses: CourseFinder


def tour_searches(plan: TourPlan, courses: CourseFinder) -> SearchTour:
    """The answers to the searches of the tour. A refused search is left out: other requirements judge it."""
    agencies, listed = plan.agencies, courses.all_courses()
    located = {item["id"]: place for item, place in CourseMap(courses, plan.run).located(listed)}
    offers = {name: ("none", "given") if area in courses.areas else ("none",) for name, area in _AREAS.items()}
    asked: list[tuple[Agency, Mapping[str, Any], Location | None]] = []
    turns = Turns()
    for case in plan.cases(COURSE_SEARCH, offers={"asker": tuple(agencies), **offers}):
        fits = {} if case["holes filter"] == "none" else {"holes": int(case["holes filter"])}
        areas = [area for name, area in _AREAS.items() if case[name] == "given"]
        near = [
            item
            for item in _inside(matching(listed, fits), areas, courses)
            if item["id"] in located and isinstance(item.get("country"), str)
        ]
        country = turns.next_of(sorted({item["country"] for item in near}))
        if country is None:
            continue
        centre = plan.run.random(f"searched place {len(asked)}").choice(matching(near, {"country": country}))
        place = None if case["position"] == "none" else located[centre["id"]]
        query = {**fits, **{area: courses.areas[area] for area in areas}}
        asked.append((agencies[case["asker"]], _query(case, query, country, place), place))
    answers = run_together(partial(agency.get, COURSES, **query) for agency, query, _ in asked)
    searches = (
        SearchAsked(query, page, place)
        for (_, query, place), page in zip(asked, pages_in(answers), strict=True)
        if page
    )
    return SearchTour(tuple(searches), located, courses)


def _inside(items: Sequence[Any], areas: Sequence[str], courses: CourseFinder) -> Sequence[Any]:
    """Those of *items* that the target lists for all *areas*. All of them where it lists none of them, or refuses."""
    inside = [{item["id"] for item in or_else(partial(courses.within, area), [])} for area in areas]
    return [item for item in items if all(item["id"] in some for some in inside)] or items


def _query(case: Case, fits: Mapping[str, Any], country: str, place: Location | None) -> Mapping[str, Any]:
    query: dict[str, Any] = {**fits, "pageSize": SIZES[case["size"]], **(place.query if place else {})}
    query["country"] = country if case["country filter"] == "given" else None
    query["distance"] = _KM.get(case["position"])
    return {name: value for name, value in query.items() if value is not None}


def _require_filter(member: str, tour: SearchTour) -> None:
    for search in tour.searches:
        if member in search.query:
            others = [item for item in search.items if item.get(member, search.query[member]) != search.query[member]]
            expected = f"{search.page.where} lists only courses with {member} {search.query[member]}"
            expect(not others, expected, f"it lists {shown(others[:1])}", search.page)


def _require_distance(tour: SearchTour, *, is_said: bool) -> None:
    for search in tour.searches:
        if search.place and ("distance" in search.query) is is_said:
            most = search.query.get("distance", _USUAL_KM)
            found = {item_id: tour.located[item_id] for item_id in search.page.ids if item_id in tour.located}
            far = [
                item_id
                for item_id, place in found.items()
                if distance_km(search.place, place) > most + tolerance_km(most)
            ]
            expect(not far, f"{search.page.where} lists only courses within {most} km", f"it lists {far}", search.page)


def _require_size(tour: SearchTour) -> None:
    for search in tour.searches:
        size = search.query.get("pageSize", search.page.size)
        found = len(search.page.items)
        expect(found <= size, f"{search.page.where} gives at most {size} items", f"it gives {found}", search.page)


def _require_reported_size(tour: SearchTour) -> None:
    for search in tour.searches:
        size = search.query.get("pageSize", search.page.size)
        same(search.page.size, size, f"meta.pagination.pageSize of {search.page.where}", search.page)


def _require_courses_once(tour: SearchTour) -> None:
    for search in tour.searches:
        shown_ids = [item["id"] for item in search.items if isinstance(item.get("id"), str)]
        twice = sorted({item_id for item_id in shown_ids if shown_ids.count(item_id) > 1})
        expect(not twice, f"{search.page.where} lists each course once", f"it lists {twice} twice", search.page)


SEARCH_JUDGES: Mapping[str, Judge[SearchTour]] = {
    "CRS-05": lambda tour: _require_filter("country", tour),
    "CRS-06": lambda tour: _require_filter("holes", tour),
    "CRS-10": lambda tour: _require_distance(tour, is_said=True),
    "CRS-11": lambda tour: _require_distance(tour, is_said=False),
    "CRS-20": _require_courses_once,
    "PAG-05": _require_size,
    "PAG-06": _require_reported_size,
}
