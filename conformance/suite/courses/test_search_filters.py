"""Checks of the filters of the course list, each alone and beside others."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, recent, refused_or, same
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, counted, expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import FilteredLists, countries_of, matching
from conformance.suite.arranged.geography import CourseMap
from conformance.suite.arranged.list_pages import ids_of, page_of
from conformance.suite.courses.search_filters import HOLES, PLACE, PLACE_ALONE, FilterPairs
from conformance.target.target import Target

_COUNTRIES_COMBINED = 2


@pytest.fixture(scope="session")
def lists(agency: Agency, courses: CourseFinder) -> FilteredLists:
    """Filtered course lists, each walked once."""
    return FilteredLists(agency, courses)


@verifies("CRS-05")
def test_the_country_filter_lists_only_courses_of_that_country(
    courses: CourseFinder, lists: FilteredLists, run: Run
) -> None:
    countries = countries_of(courses)
    if len(countries) < 2:
        raise Untested(f"All courses lie in one country ({shown(countries)}), so the filter has nothing to leave out.")

    for country in countries:
        _only(lists.of(country=country), "country", country)
    for country, holes in _combinations(courses, run):
        _only_if_any(lists, {"country": country, "holes": holes}, "country", country)


@verifies("CRS-06")
def test_the_holes_filter_lists_only_courses_of_that_kind(
    courses: CourseFinder, lists: FilteredLists, run: Run
) -> None:
    for holes in HOLES:
        if not matching(courses.all_courses(), {"holes": holes}):
            raise Untested(f"The target lists no course of {holes} holes.")
        _only(lists.of(holes=holes), "holes", holes)
    for country, holes in _combinations(courses, run):
        _only_if_any(lists, {"country": country, "holes": holes}, "holes", holes)


def _only(found: list[Any], member: str, wanted: object) -> None:
    """Raise `Violation` for an item with another value of *member*, and `Untested` when there is no item at all."""
    if not found:
        raise Untested(f"The list for {member}={wanted} is empty, which proves nothing.")
    strangers = {item.get("id"): item[member] for item in found if item.get(member, wanted) != wanted}
    name, value = next(iter(strangers.items()), (None, None))
    told = f"{len(strangers)} of the {len(found)} courses listed have another: {name} has {member} {shown(value)}"
    expect(not strangers, f"every course listed for {member}={wanted} has it", told)


def _only_if_any(lists: FilteredLists, filters: Mapping[str, Any], member: str, wanted: object) -> None:
    """As `_only`, where the target combines filters at all: CRS-08 judges that."""
    try:
        found = lists.of(**filters)
    except Inconclusive:
        return
    if found:
        _only(found, member, wanted)


@verifies("CRS-07")
def test_filters_drop_nothing_that_matches(agency: Agency, courses: CourseFinder, lists: FilteredLists) -> None:
    by_country: list[dict[str, Any]] = [{"country": country} for country in countries_of(courses)]
    by_holes: list[dict[str, Any]] = [{"holes": holes} for holes in HOLES]
    for filters in (*by_country, *by_holes):
        _agrees(agency, courses, lists, filters, may_list_more=True)


@verifies("CRS-08")
def test_filters_combine(agency: Agency, courses: CourseFinder, lists: FilteredLists, run: Run) -> None:
    combinations = _combinations(courses, run)
    if not combinations:
        raise Untested("No country has courses of 9 and of 18 holes.")

    for country, holes in combinations:
        _agrees(agency, courses, lists, {"country": country, "holes": holes}, may_list_more=False)


def _combinations(courses: CourseFinder, run: Run) -> list[tuple[str, int]]:
    """Countries that have courses of 9 and of 18 holes, as many as are drawn, each with both; none where none has."""
    combinable = [
        country
        for country in countries_of(courses)
        if all(matching(courses.all_courses(), {"country": country, "holes": holes}) for holes in HOLES)
    ]
    drawn = run.random("combined filters").sample(combinable, min(_COUNTRIES_COMBINED, len(combinable)))
    return [(country, holes) for country in drawn for holes in HOLES]


def _agrees(
    agency: Agency, courses: CourseFinder, lists: FilteredLists, filters: Mapping[str, Any], *, may_list_more: bool
) -> None:
    """Raise `Violation` when the filtered list differs from the filtered whole, twice in the same courses."""
    differing = _difference(courses.all_courses(), lists.of(**filters), filters, may_list_more)
    if not differing:
        return
    again = _difference(walk(agency, COURSES), lists.again(**filters), filters, may_list_more)
    lasting = differing & again
    if not lasting:
        raise Inconclusive("Courses changed while the lists were compared.")
    named = ", ".join(f"{name}={value}" for name, value in filters.items())
    wanted = "all courses that match" if may_list_more else "the courses that match and no others"
    expect(
        False,
        f"the list for {named} has {wanted}",
        f"it {'lacks' if may_list_more else 'lacks or adds'} {counted(lasting)}, in GET {COURSES}?{urlencode(filters)}",
    )


def _difference(whole: list[Any], found: list[Any], filters: Mapping[str, Any], may_list_more: bool) -> set[str]:
    wanted, listed = ids_of(matching(whole, filters)), ids_of(found)
    return set(wanted - listed if may_list_more else wanted ^ listed)


@pytest.fixture(scope="session")
def pairs(agency: Agency, courses: CourseFinder, run: Run, target: Target) -> FilterPairs:
    """Searches under two filters at once, each made once."""
    return FilterPairs(agency, courses, CourseMap(courses, run), run, target.courses)


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param("country", marks=verifies("CRS-05")),
        pytest.param("holes", marks=verifies("CRS-06")),
        pytest.param("region", marks=verifies("CRS-09")),
        pytest.param(PLACE, marks=verifies("CRS-10")),
        pytest.param(PLACE_ALONE, marks=verifies("CRS-11")),
        pytest.param("geoArea", marks=verifies("CRS-16")),
    ],
)
def test_a_filter_holds_beside_another_one_and_beside_max_results(pairs: FilterPairs, kind: str) -> None:
    searches = list(pairs.of(kind))
    if not searches:
        raise NoEvidence(f"No search with {kind} and something else is answered.")
    for search in searches:
        if search.strangers(kind):
            lasting = search.strangers(kind) & pairs.again(search).strangers(kind)
            if not lasting:
                raise Inconclusive("Courses changed while they were searched.")
            expect(
                False,
                f"every course found for {shown(search.query)} fits {kind}",
                f"these do not: {', '.join(sorted(lasting))}",
            )


@verifies("CRS-08")
def test_two_filters_find_every_course_that_fits_both(pairs: FilterPairs) -> None:
    for search in pairs.of_two():
        if search.missing:
            lasting = search.missing & pairs.again(search).missing
            if not lasting:
                raise Inconclusive("Courses changed while they were searched.")
            expect(
                False,
                f"{shown(search.query)} finds every course that fits both",
                f"it lacks {counted(lasting)}",
                search.pages,
            )


@verifies("CRS-17")
def test_max_results_holds_beside_a_filter(pairs: FilterPairs) -> None:
    for search in pairs.with_most_results():
        most = search.query["maxResults"]
        for page in search.pages:
            same(page.size, most, f"meta.pagination.pageSize of {page.where}")
            expect(len(page.items) <= most, f"{page.where} gives at most {most} courses", f"{len(page.items)} courses")


@verifies("CRS-09")
def test_the_region_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    _narrows(agency, courses, {"region": courses.declared("region_id")})


@verifies("CRS-16")
def test_the_area_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    _narrows(agency, courses, {"geoArea": courses.declared("geo_area")})


def _narrows(agency: Agency, courses: CourseFinder, filters: Mapping[str, Any]) -> None:
    golden(agency.get(COURSES, **filters))

    whole, found = ids_of(courses.all_courses()), ids_of(walk(agency, COURSES, **filters))
    expect(bool(found), f"{shown(filters)}, which the target declares, finds courses", "it finds none")
    expect(
        len(found) < len(whole), f"{shown(filters)} lists fewer courses than no filter", f"it lists all {len(found)}"
    )
    if found - whole and found - ids_of(walk(agency, COURSES)):
        expect(
            False,
            f"{shown(filters)} lists only courses of the whole list",
            f"it adds {', '.join(sorted(found - whole))}",
        )


@verifies("CRS-17")
@pytest.mark.parametrize("most", [1, 3, 20])
def test_the_page_size_returned_equals_max_results(agency: Agency, most: int) -> None:
    answer = agency.get(COURSES, maxResults=most)
    golden(answer)

    page = page_of(answer)
    same(page.size, most, f"meta.pagination.pageSize of {page.where}", page)
    expect(len(page.items) <= most, f"maxResults={most} gives at most {most} courses", f"{len(page.items)} courses")


@pytest.fixture(scope="session")
def valid_filters(agency: Agency) -> Callable[[Mapping[str, object]], Answer]:
    """By its filters, a list of courses as a control that is not older than a moment."""
    known: dict[str, Answer] = {}

    def ask(filters: Mapping[str, object]) -> Answer:
        name, anew = str(filters), partial(agency.get, COURSES, **dict(filters))
        known[name] = recent(known[name], anew) if name in known else anew()
        return known[name]

    return ask


@verifies("CRS-19")
@pytest.mark.parametrize(
    ("impossible", "possible"),
    [
        ({"country": "XX"}, {}),
        ({"holes": 10}, {"holes": 18}),
        ({"latitude": 91, "longitude": 2}, {"latitude": 41, "longitude": 2}),
        ({"latitude": 41, "longitude": 2, "distance": -1}, {"latitude": 41, "longitude": 2, "distance": 1}),
        ({"geoArea": "zz-no-such"}, {}),
        ({"region": "zz-no-such"}, {}),
    ],
)
def test_an_impossible_filter_is_refused_or_matches_nothing(
    agency: Agency,
    valid_filters: Callable[[Mapping[str, object]], Answer],
    impossible: dict[str, object],
    possible: dict[str, object],
) -> None:
    attempt = agency.get(COURSES, **impossible)
    control = valid_filters(possible)

    if refused_or(attempt, control=control) is not None:
        found = sorted(page_of(attempt).ids)
        expect(
            not found,
            f"{attempt.where} is refused or finds no course",
            f"it finds {len(found)}: {shown(found)}",
            attempt,
        )
