"""Checks of the course list, its filters, and course details."""

from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import partial
from itertools import product
from typing import Any

import pytest

from conformance.client import Agency, segment
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.exchanges import Answer
from conformance.oracles import accepted, golden, part, recent, refused, refused_or, same, steady
from conformance.run import Run
from conformance.suite.course_samples import (
    FilteredLists,
    countries_of,
    matching,
    sampled_courses,
    unknown_courses,
)
from conformance.suite.geography import listed_nearby
from conformance.suite.list_pages import ids_of, page_of
from conformance.suite.races import Racer, answered, race
from conformance.target import Target
from conformance.verdicts import Inconclusive, Untested, expect, shown, verifies

_HOLES = (9, 18)
_COUNTRIES_COMBINED = 2
_READ_ONE_BY_ONE = 3
_SHARED_MEMBERS = (
    *("name", "country", "region", "city", "courseType", "holes", "isOnline", "thumbnailUrl"),
    *("latitude", "longitude"),
)
# A list may round what details show in full; this is about a hundred metres.
_SAME_PLACE_DEGREES = Decimal("0.001")


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
    agency: Agency, courses: CourseFinder, lists: FilteredLists, run: Run, target: Target
) -> None:
    for holes in _HOLES:
        if not matching(courses.all_courses(), {"holes": holes}):
            raise Untested(f"The target lists no course of {holes} holes.")
        _only(lists.of(holes=holes), "holes", holes)
    for country, holes in _combinations(courses, run):
        _only_if_any(lists, {"country": country, "holes": holes}, "holes", holes)
    for area, holes in product(_areas(target), _HOLES):
        answer = agency.get(COURSES, **area, holes=holes)
        found = [item for item in page_of(answer).items if isinstance(item, dict)] if answer.is_success else []
        if found:
            _only(found, "holes", holes)


def _areas(target: Target) -> list[dict[str, Any]]:
    """The filters by a region and by a named area, as far as the target declares them."""
    declared = {"region": target.courses.region_id, "geoArea": target.courses.geo_area}
    return [{name: value} for name, value in declared.items() if value is not None]


def _only(found: list[Any], member: str, wanted: object) -> None:
    """Raise `Violation` for an item with another value of *member*, and `Untested` when there is no item at all."""
    if not found:
        raise Untested(f"The list for {member}={wanted} is empty, which proves nothing.")
    strangers = [f"{item.get('id')}: {shown(item[member])}" for item in found if item.get(member, wanted) != wanted]
    expect(not strangers, f"every course listed for {member}={wanted} has it", strangers)


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
    by_holes: list[dict[str, Any]] = [{"holes": holes} for holes in _HOLES]
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
        if all(matching(courses.all_courses(), {"country": country, "holes": holes}) for holes in _HOLES)
    ]
    drawn = run.random("combined filters").sample(combinable, min(_COUNTRIES_COMBINED, len(combinable)))
    return [(country, holes) for country in drawn for holes in _HOLES]


def _agrees(
    agency: Agency, courses: CourseFinder, lists: FilteredLists, filters: Mapping[str, Any], *, may_list_more: bool
) -> None:
    """Raise `Violation` when the filtered list differs from the filtered whole, twice in the same courses."""
    differing = _difference(courses.all_courses(), lists.of(**filters), filters, may_list_more)
    if not differing:
        return
    again = _difference(walk(agency, COURSES), lists.again(**filters), filters, may_list_more)
    lasting = sorted(differing & again)
    if not lasting:
        raise Inconclusive("Courses changed while the lists were compared.")
    named = ", ".join(f"{name}={value}" for name, value in filters.items())
    wanted = "all courses that match" if may_list_more else "the courses that match and no others"
    expect(False, f"the list for {named} has {wanted}", f"{'not' if may_list_more else 'wrong about'} {shown(lasting)}")


def _difference(whole: list[Any], found: list[Any], filters: Mapping[str, Any], may_list_more: bool) -> set[str]:
    wanted, listed = ids_of(matching(whole, filters)), ids_of(found)
    return set(wanted - listed if may_list_more else wanted ^ listed)


@verifies("CRS-09")
def test_the_region_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    _narrows(agency, courses, {"region": courses.declared("region_id")})


@verifies("CRS-16")
def test_the_area_filter_narrows_the_list(agency: Agency, courses: CourseFinder) -> None:
    _narrows(agency, courses, {"geoArea": courses.declared("geo_area")})


def _narrows(agency: Agency, courses: CourseFinder, filters: Mapping[str, Any]) -> None:
    golden(agency.get(COURSES, **filters))

    whole, found = ids_of(courses.all_courses()), ids_of(walk(agency, COURSES, **filters))
    expect(bool(found), f"{shown(filters)}, which the target declares, finds courses", "none")
    expect(len(found) < len(whole), f"{shown(filters)} lists fewer courses than no filter", f"all {len(found)}")
    if found - whole and found - ids_of(walk(agency, COURSES)):
        expect(False, f"{shown(filters)} lists only courses of the whole list", sorted(found - whole))


@verifies("CRS-17")
@pytest.mark.parametrize("most", [1, 3, 20])
def test_the_page_size_returned_equals_max_results(agency: Agency, most: int) -> None:
    answer = agency.get(COURSES, maxResults=most)
    golden(answer)

    page = page_of(answer)
    same(page.size, most, f"meta.pagination.pageSize for maxResults={most}")
    expect(len(page.items) <= most, f"maxResults={most} gives at most {most} courses", f"{len(page.items)} courses")


@verifies("CRS-18")
def test_every_listed_id_opens_the_details_of_its_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for item in sampled_courses(courses, run, "listed ids", 10):
        answer = courses.opened(item["id"])
        if not answer.is_success and item["id"] not in ids_of(walk(agency, COURSES)):
            continue  # Withdrawn in between.
        same(part(golden(answer), "data.id"), item["id"], f"data.id of {answer.where}")


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
        expect(not found, f"{attempt.where} is refused or finds no course", found)


@verifies("CRS-20")
def test_every_course_is_listed_once(agency: Agency, courses: CourseFinder) -> None:
    if _repeated(courses.all_courses()):
        # A course added during the walk moves another one to the next page, but not in a second walk.
        repeated = _repeated(walk(agency, COURSES))
        expect(not repeated, "no id is listed twice", repeated)


def _repeated(items: list[Any]) -> list[str]:
    times = Counter(item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str))
    return sorted(course_id for course_id, count in times.items() if count > 1)


@verifies("CRD-01")
def test_a_document_id_returns_that_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    sample = sampled_courses(courses, run, "document ids", 6)
    requests = [partial(agency.get, f"{COURSES}/{segment(item['id'])}") for item in sample]

    # What answers one request at a time may mix up those that come together.
    one_by_one = [request() for request in requests[:_READ_ONE_BY_ONE]]
    together = [Racer(0, request) for request in requests[_READ_ONE_BY_ONE:]]
    answers = [*one_by_one, *(answered(one) for one in (race(together) if together else []))]

    for item, answer in zip(sample, answers, strict=True):
        same(part(golden(answer), "data.id"), item["id"], f"data.id of {answer.where}")
    # The more courses are read, the sooner two of them are mixed up; other checks look at these ten too.
    for item in sampled_courses(courses, run, "listed ids", 10):
        answer = courses.opened(item["id"])
        if answer.is_success:
            same(part(answer.body, "data.id"), item["id"], f"data.id of {answer.where}")


@verifies("CRD-02")
def test_a_booking_code_returns_the_same_course(agency: Agency, courses: CourseFinder) -> None:
    declared = courses.booking_code()

    def details(name: str) -> Any:
        return part(golden(agency.get(f"{COURSES}/{segment(name)}")), "data")

    by_id, by_code = steady(lambda: details(declared.id), lambda: details(declared.code))
    same(by_code, by_id, f"what booking code {declared.code} returns, like document id {declared.id},")


@verifies("CRD-07")
def test_details_and_list_agree(agency: Agency, courses: CourseFinder, run: Run) -> None:
    sample = sampled_courses(courses, run, "listed ids", 10)
    if any(_disagreements(item, courses.details(item["id"])) for item in sample):
        # A course edited in between agrees with itself again when both are read anew.
        listed = {item["id"]: item for item in walk(agency, COURSES) if isinstance(item, dict) and "id" in item}
        for item in sample:
            if item["id"] in listed:
                found = _disagreements(listed[item["id"]], _details_anew(agency, item["id"]))
                expect(not found, f"the list shows course {item['id']} as its details do", found)

    course_id = sample[0]["id"]
    details = courses.details(course_id)
    if _disagreements(listed_nearby(agency, details), details):
        details = _details_anew(agency, course_id)
        found = _disagreements(listed_nearby(agency, details), details)
        expect(not found, f"a search around course {course_id} shows it as its details do", found)


def _details_anew(agency: Agency, course_id: str) -> Any:
    return part(accepted(agency.get(f"{COURSES}/{segment(course_id)}")), "data", judge=False)


def _disagreements(item: Mapping[str, Any], details: Mapping[str, Any]) -> list[str]:
    """What list item and details both show, and show differently. Null and absent are left to other requirements."""
    both = [name for name in _SHARED_MEMBERS if item.get(name) is not None and details.get(name) is not None]
    return [
        f"{name}: {shown(item[name])} listed, {shown(details[name])} in details"
        for name in both
        if not _equal(name, item[name], details[name])
    ]


def _equal(name: str, listed: Any, detailed: Any) -> bool:
    if name in ("latitude", "longitude"):
        try:
            return bool(abs(listed - detailed) <= _SAME_PLACE_DEGREES)
        except TypeError:
            return bool(listed == detailed)
    if name == "thumbnailUrl":
        # The query of an address may be a signature, made anew for each answer.
        return str(listed).partition("?")[0] == str(detailed).partition("?")[0]
    return bool(listed == detailed)


@verifies("CRD-08")
def test_an_unknown_id_returns_no_course(agency: Agency, courses: CourseFinder, run: Run) -> None:
    for unknown, known in unknown_courses(courses, run, "unknown course"):
        attempt = agency.get(f"{COURSES}/{segment(unknown)}")
        control = agency.get(f"{COURSES}/{segment(known)}")

        refused(attempt, control=control)
