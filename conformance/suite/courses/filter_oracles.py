"""What filtered course lists must show: only courses that fit, every course that fits, and the right number on a
page.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from conformance.asking.client import Agency
from conformance.asking.oracles import golden, same
from conformance.catalogue.paths import COURSES
from conformance.discovery import CourseFinder, walk
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, Violation, counted, expect, shown
from conformance.scope.run import Run
from conformance.suite.arranged.course_samples import FilteredLists, countries_of, matching
from conformance.suite.arranged.list_pages import ids_of, page_of
from conformance.suite.courses.search_filters import HOLES, FilterPairs, Search

_COUNTRIES_COMBINED = 2


def holes_of_countries(courses: CourseFinder, run: Run) -> list[dict[str, Any]]:
    """Filters by each hole count for two drawn countries that have courses of 9 and of 18 holes, if there are any."""
    combinable = [
        country
        for country in countries_of(courses)
        if all(matching(courses.all_courses(), {"country": country, "holes": holes}) for holes in HOLES)
    ]
    drawn = run.random("combined filters").sample(combinable, min(_COUNTRIES_COMBINED, len(combinable)))
    return [{"country": country, "holes": holes} for country in drawn for holes in HOLES]


def require_only(member: str, values: Iterable[object], lists: FilteredLists) -> None:
    """Raises `Violation` for a course with another value of *member* than the list for this value asks for."""
    for wanted in values:
        _require_value(lists, lists.of(**{member: wanted}), {member: wanted}, member)


def require_only_beside_another_filter(
    member: str, combinations: Iterable[Mapping[str, Any]], lists: FilteredLists
) -> None:
    """As `require_only` for lists under two filters. A refused or an empty list proves nothing here."""
    for filters in combinations:
        _require_value_if_any(lists, filters, member)


def _require_value(lists: FilteredLists, found: list[Any], filters: Mapping[str, Any], member: str) -> None:
    """Raises `Violation` for a course *found* for *filters* whose *member* has another value than the filter, and
    `Untested` when no course is found at all.
    """
    wanted, named = filters[member], " and ".join(f"{name}={value}" for name, value in filters.items())
    if not found:
        raise Untested(f"The list for {named} is empty, which proves nothing.")
    strangers = [item for item in found if item.get(member, wanted) != wanted]
    if strangers:
        actual = f"{len(strangers)} of the {len(found)} courses do not. Course {strangers[0].get('id')} has {member}"
        raise Violation(
            f"every course in the list for {named} has this {member}",
            f"{actual} {shown(strangers[0][member])}",
            lists.page_with(strangers[0], filters),
        )


def _require_value_if_any(lists: FilteredLists, filters: Mapping[str, Any], member: str) -> None:
    """As `_require_value`, where the target combines filters at all: CRS-08 judges that."""
    try:
        found = lists.of(**filters)
    except Inconclusive:
        return
    if found:
        _require_value(lists, found, filters, member)


def require_every_match(
    agency: Agency, courses: CourseFinder, lists: FilteredLists, asked: Iterable[Mapping[str, Any]]
) -> None:
    """Raises `Violation` for a filtered list that lacks a course which matches."""
    several = list(asked)
    lists.read_ahead(several)
    for filters in several:
        _require_agreement(agency, courses, lists, filters, may_list_more=True)


def require_exact_matches(
    agency: Agency, courses: CourseFinder, lists: FilteredLists, asked: Iterable[Mapping[str, Any]]
) -> None:
    """Raises `Violation` for a filtered list that lacks a course which matches or shows another course."""
    for filters in asked:
        _require_agreement(agency, courses, lists, filters, may_list_more=False)


def require_no_others_of_the_first(agency: Agency, most: int, filters: Mapping[str, Any]) -> None:
    """Raises `Violation` for a search with maxResults *most* that shows a course outside *filters*. A refused search
    does not count: no document says that they combine.
    """
    answer = agency.get(COURSES, **filters, maxResults=most)
    if not answer.is_success:
        answer.mark(Role.attempt)
        return
    items = page_of(answer).items
    others = ids_of(items) - ids_of(matching(items, filters))
    expect(not others, f"every course of {answer.where} matches all filters", f"{counted(others)} do not", answer)


def _require_agreement(
    agency: Agency, courses: CourseFinder, lists: FilteredLists, filters: Mapping[str, Any], *, may_list_more: bool
) -> None:
    """Raises `Violation` when the filtered list differs from the filtered whole, twice in the same courses."""
    differing = _difference(courses.all_courses(), lists.of(**filters), filters, may_list_more)
    if not differing:
        return
    again = _difference(walk(agency, COURSES), lists.again(**filters), filters, may_list_more)
    lasting = differing & again
    if not lasting:
        raise Inconclusive("Courses changed while the lists were compared.")
    named = ", ".join(f"{name}={value}" for name, value in filters.items())
    wanted = "all courses that match" if may_list_more else "the courses that match and no others"
    differs = "lacks" if may_list_more else "lacks or adds"
    raise Violation(
        f"the list for {named} has {wanted}",
        f"it {differs} {counted(lasting)}, in GET {COURSES}?{urlencode(filters)}",
    )


def _difference(whole: list[Any], found: list[Any], filters: Mapping[str, Any], may_list_more: bool) -> set[str]:
    wanted, listed = ids_of(matching(whole, filters)), ids_of(found)
    return set(wanted - listed if may_list_more else wanted ^ listed)


def require_only_fitting(kind: str, pairs: FilterPairs) -> None:
    """Raises `Violation` for a search that finds a course outside its filter of this *kind*, twice.

    Raises `NoEvidence` when the target refuses every search with the filter.
    """
    searches = list(pairs.of(kind))
    if not searches:
        raise NoEvidence(f"The target answers no search with {kind} and another filter.")
    for search in searches:
        if not search.strangers(kind):
            continue
        lasting = lasting_ids(search.strangers(kind), pairs.again(search).strangers(kind))
        raise Violation(
            f"every course found for {shown(search.query)} fits {kind}",
            f"these courses do not: {', '.join(sorted(lasting))}",
        )


def require_every_fitting(pairs: FilterPairs) -> None:
    """Raises `Violation` for a search under two filters that lacks a course which fits both, twice."""
    for search in pairs.of_two():
        if not search.missing:
            continue
        lasting = lasting_ids(search.missing, pairs.again(search).missing)
        raise Violation(
            f"{shown(search.query)} finds every course that fits both", f"it lacks {counted(lasting)}", search.pages
        )


def require_nothing_else(pairs: FilterPairs) -> None:
    """Raises `Violation` for a search under two filters that finds a course outside one of them, twice."""
    for search in pairs.of_two():
        for asked in search.filters:
            if not asked.strangers(search.items):
                continue
            lasting = lasting_ids(asked.strangers(search.items), asked.strangers(pairs.again(search).items))
            expected = f"{shown(search.query)} finds only courses that fit both filters"
            raise Violation(expected, f"it finds {counted(lasting)} that do not fit {asked.kind}", search.pages)


def lasting_ids(found: frozenset[str], again: frozenset[str]) -> frozenset[str]:
    """The ids that were *found* and found *again*. Raises `Inconclusive` when there are none."""
    lasting = found & again
    if not lasting:
        raise Inconclusive("Courses changed while they were searched.")
    return lasting


def require_every_item_of_max_results(pairs: FilterPairs) -> None:
    """Raises `Violation` for a search with maxResults whose pages together lack courses that totalItems counts, twice.

    No document says whether maxResults limits the courses of all pages. Where it does, totalItems says so too.
    """
    for search in pairs.with_most_results():
        if not search.lacking:
            continue
        again = pairs.again(search)
        if again.lacking != search.lacking:
            raise Inconclusive("Courses changed while they were searched.")
        actual = f"its {len(search.pages)} pages show {len(ids_of(search.items))}"
        expected = f"all pages of {shown(search.query)} show {search.pages[0].total_items} courses, as totalItems says"
        raise Violation(expected, actual, search.pages)


def require_different_pages_of_max_results(pairs: FilterPairs) -> None:
    """Raises `Violation` for a search with maxResults whose two pages have a course in common, twice.

    Raises `NoEvidence` where no such search has a second page.
    """
    searches = [search for search in pairs.with_most_results() if len(search.pages) > 1]
    if not searches:
        raise NoEvidence("No search with maxResults has a second page.")
    for search in searches:
        if search.on_both_pages:
            lasting = lasting_ids(search.on_both_pages, pairs.again(search).on_both_pages)
            expected = f"two pages of {shown(search.query)} have no course in common"
            raise Violation(expected, f"both show {counted(lasting)}", search.pages)


def require_at_most_max_results(searches: Iterable[Search]) -> None:
    """Raises `Violation` for a page that reports another size than maxResults or holds more courses."""
    for search in searches:
        most = search.query["maxResults"]
        for page in search.pages:
            same(page.size, most, f"meta.pagination.pageSize of {page.where}")
            expect(len(page.items) <= most, f"{page.where} gives at most {most} courses", f"{len(page.items)} courses")


def require_narrower(agency: Agency, courses: CourseFinder, filters: Mapping[str, Any]) -> None:
    """Raises `Violation` unless *filters* find some courses of the whole list and not all of them, on every page."""
    golden(agency.get(COURSES, **filters))

    whole, found = ids_of(courses.all_courses()), ids_of(walk(agency, COURSES, **filters))
    expect(
        bool(found), f"a search with {shown(filters)}, which the target file declares, finds courses", "it finds none"
    )
    expect(
        len(found) < len(whole), f"{shown(filters)} lists fewer courses than no filter", f"it lists all {len(found)}"
    )
    if found - whole and found - ids_of(walk(agency, COURSES)):
        raise Violation(
            f"{shown(filters)} lists only courses of the whole list", f"it adds {', '.join(sorted(found - whole))}"
        )
    if len(found) > 1:
        _require_no_stranger_on_a_later_page(agency, filters, found)


def _require_no_stranger_on_a_later_page(agency: Agency, filters: Mapping[str, Any], found: frozenset[str]) -> None:
    """Raises `Violation` when the second of two pages shows a course that the whole list with these *filters*, read
    before and afterwards, does not show.
    """
    later = agency.get(COURSES, **filters, page=2, pageSize=-(-len(found) // 2))
    strangers = ids_of(page_of(later).items) - found
    if strangers and (lasting := strangers - ids_of(walk(agency, COURSES, **filters))):
        expected = f"page 2 of {shown(filters)} shows only courses that the whole list with these filters shows"
        raise Violation(expected, f"it shows {', '.join(sorted(lasting))}", later)
