"""Checks of pages: their default number and size, their bounds, and what they say about the whole list."""

from collections import Counter
from collections.abc import Callable

import pytest

from conformance.asking.client import Agency
from conformance.asking.oracles import recent, refused_or, same, steady
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Untested, expect, verifies
from conformance.scope.run import Run
from conformance.session.session import SECOND_AGENCY, CheckSession
from conformance.suite.arranged.course_samples import countries_in
from conformance.suite.arranged.list_pages import LISTS, Page, PageSamples, ids_of, page_of, read_page

_DEFAULT_SIZE = 20


@pytest.fixture(scope="session")
def samples(agency: Agency, run: Run) -> PageSamples:
    """Pages of both lists in several sizes, read once."""
    return PageSamples(agency, run)


@pytest.fixture(scope="session")
def valid_pages(agency: Agency) -> Callable[[str, str], Answer]:
    """By path and parameter, the answer to asking for its value 1, as a control that is not older than a moment."""
    known: dict[tuple[str, str], Answer] = {}

    def ask(path: str, parameter: str) -> Answer:
        def anew() -> Answer:
            return agency.get(path, **{parameter: 1})

        known[path, parameter] = recent(known[path, parameter], anew) if (path, parameter) in known else anew()
        return known[path, parameter]

    return ask


@verifies("PAG-02")
@pytest.mark.parametrize("path", LISTS)
def test_the_default_page_is_the_first(agency: Agency, path: str) -> None:
    first_pages: list[Page] = []

    def asked() -> Page:
        first_pages.append(read_page(agency, path, page=1))
        return first_pages[-1]

    def unasked() -> Page:
        # The default is not where the reader was.
        if first_pages[-1].total_pages > 1:
            agency.get(path, page=2)
        return read_page(agency, path)

    first, unsaid = steady(asked, unasked, agree=lambda one, other: one.ids == other.ids)

    same(unsaid.number, 1, f"meta.pagination.page of {unsaid.where}, without page in the request,", (unsaid, first))
    others = sorted(unsaid.ids - first.ids)
    expected = f"{unsaid.where}, without page in the request, shows the items of {first.where}"
    expect(unsaid.ids == first.ids, expected, f"it shows others: {', '.join(others)}", (unsaid, first))


@verifies("PAG-03")
def test_a_course_page_holds_twenty_by_default(agency: Agency, check_session: CheckSession) -> None:
    callers = [agency]
    if (key := check_session.target.second_api_key) is not None:
        callers.append(check_session.caller(SECOND_AGENCY, key))

    for caller in callers:
        page = read_page(caller, COURSES)
        same(page.size, _DEFAULT_SIZE, f"meta.pagination.pageSize of {page.where} for the {caller.label}", page)
        wanted = min(_DEFAULT_SIZE, page.total_items)
        same(len(page.items), wanted, f"the number of courses that {page.where} lists for the {caller.label}", page)


@verifies("PAG-05")
def test_no_page_carries_more_items_than_its_size(agency: Agency, samples: PageSamples) -> None:
    if not samples.of(COURSES)[0].page.total_items:
        raise Untested("The course list is empty, and no page of it can be too full.")

    for asked in samples.of_all():
        found = len(asked.page.items)
        expect(
            found <= asked.size,
            f"{asked.page.where} gives at most {asked.size} items",
            f"it gives {found} items",
            asked.page,
        )
    for country in countries_in(samples.of(COURSES)[-1].page.items)[:1]:
        page = read_page(agency, COURSES, country=country, pageSize=1)
        expect(len(page.items) <= 1, f"{page.where} gives at most 1 item", f"{len(page.items)} items")


@verifies("PAG-06")
def test_pagination_repeats_the_page_size_asked_for(samples: PageSamples) -> None:
    # A page that is not full may report how many items it has. One with too many shows that another size was used.
    full = [asked for asked in samples.of_all() if len(asked.page.items) >= asked.size]
    if not full:
        raise Untested("No list is long enough to fill a page.")

    for asked in full:
        same(asked.page.size, asked.size, f"meta.pagination.pageSize of {asked.page.where}", asked.page)


@verifies("PAG-07")
@pytest.mark.parametrize("page_size", [101, 1000])
def test_a_course_page_never_holds_more_than_a_hundred(agency: Agency, page_size: int) -> None:
    control = agency.get(COURSES, pageSize=100)
    # A filter may take another way; there are most courses where most of the first hundred are.
    countries = Counter(str(item.get("country")) for item in page_of(control).items if isinstance(item, dict))

    for filters in ({}, *({"country": country} for country, _ in countries.most_common(1))):
        attempt = agency.get(COURSES, pageSize=page_size, **filters)
        if refused_or(attempt, control=control) is not None:
            page = page_of(attempt)
            expect(len(page.items) <= 100, f"{attempt.where} gives at most 100 courses", f"{len(page.items)} courses")
            expect(
                page.size <= 100,
                f"{attempt.where} reports a pageSize of at most 100",
                f"it reports {page.size}",
                attempt,
            )


@verifies("PAG-09")
def test_different_pages_show_different_items(agency: Agency, run: Run) -> None:
    sizes = dict(zip(LISTS, (5, 1), strict=True))
    first_pages = {path: read_page(agency, path, page=1, pageSize=size) for path, size in sizes.items()}
    several = [path for path, first in first_pages.items() if first.total_items > sizes[path]]
    if not several:
        raise Untested("No list has two pages.")

    for path in several:
        size, first = sizes[path], first_pages[path]
        # Where the order of a list is free, an item may move from page to page once, but not every time.
        for _ in range(3):
            shared = _shared_by_pages(agency, run, path, size, first)
            if not shared:
                break
            first = read_page(agency, path, page=1, pageSize=size)
        told, pages = shared or ("", ())
        expect(not shared, f"pages of GET {path} with pageSize={size} have no item in common", told, pages)


def _shared_by_pages(
    agency: Agency, run: Run, path: str, size: int, first: Page
) -> tuple[str, tuple[Page, Page]] | None:
    """What two of the first pages or of two drawn ones have in common, in words, and these two; None for nothing."""
    last = -(-first.total_items // size)
    source = run.random(f"a page of {path}")
    # Where a search reaches only so deep, the last two pages are the same.
    drawn = {source.randint(2, max(2, last)), last, last - 1}
    owners = dict.fromkeys(first.ids, first)
    for number in sorted({2, min(3, last), *drawn} - {0, 1}):
        page = read_page(agency, path, page=number, pageSize=size)
        for item_id in page.ids:
            if item_id in owners:
                return f"{item_id} is in {page.where} and in {owners[item_id].where}", (page, owners[item_id])
            owners[item_id] = page
    return None


@verifies("PAG-10")
def test_pagination_repeats_the_page_asked_for(samples: PageSamples) -> None:
    later = [asked for asked in samples.of_all() if asked.number > 1]
    if not later:
        raise Untested("No list has a second page.")

    for asked in later:
        same(asked.page.number, asked.number, f"meta.pagination.page of {asked.page.where}", asked.page)


@verifies("PAG-11")
def test_total_pages_is_the_number_of_items_by_the_page_size_rounded_up(samples: PageSamples) -> None:
    for asked in samples.of_all():
        wanted = -(-asked.page.total_items // asked.size)
        if asked.page.total_pages != wanted and (asked.page.total_items or asked.page.total_pages > 1):
            same(
                asked.page.total_pages,
                wanted,
                f"meta.pagination.totalPages of {asked.page.where} with {asked.page.total_items} items",
                asked.page,
            )


@verifies("PAG-12")
def test_all_pages_together_show_every_item_once(agency: Agency, courses: CourseFinder) -> None:
    if len(ids_of(courses.all_courses())) == read_page(agency, COURSES, pageSize=1).total_items:
        return

    # Courses come and go on a live target: only walks between equal totals count, and two of them.
    before = read_page(agency, COURSES, pageSize=1).total_items
    walked = [len(ids_of(walk(agency, COURSES))) for _ in range(2)]
    if read_page(agency, COURSES, pageSize=1).total_items != before or len(set(walked)) > 1:
        raise Inconclusive("The number of courses changed while all pages were read.")
    expect(
        walked[0] == before,
        f"all pages of GET /travel/courses show {before} courses, as totalItems says",
        f"two walks over all pages show {walked[0]} different ids each",
    )


@verifies("PAG-13")
@pytest.mark.parametrize("path", LISTS)
def test_the_number_of_items_does_not_depend_on_the_page(agency: Agency, path: str) -> None:
    def total(**query: object) -> int:
        return read_page(agency, path, **query).total_items

    count = total()
    size = max(1, min(7, count // 2))
    later = {"pageSize": size, "page": 2 if count > size else 1}
    plain, others = steady(lambda: [total()] * 3, lambda: [total(pageSize=1), total(**later), total(pageSize=100)])
    same(others, plain, f"totalItems of GET {path} in other pages and sizes")


@verifies("PAG-14")
@pytest.mark.parametrize("value", [0, -1, "abc"])
@pytest.mark.parametrize("parameter", ["page", "pageSize"])
@pytest.mark.parametrize("path", LISTS)
def test_an_impossible_page_is_refused_or_read_as_the_default(
    agency: Agency, valid_pages: Callable[[str, str], Answer], path: str, parameter: str, value: object
) -> None:
    attempt = agency.get(path, **{parameter: value})
    control = valid_pages(path, parameter)

    if refused_or(attempt, control=control) is not None:
        found = len(page_of(attempt).items)
        expect(found <= 100, f"{attempt.where} gives at most 100 items", f"{found} items")
