"""Checks of pages: their default number and size, their bounds, and what they say about the whole list."""

import pytest

from conformance.client import Agency
from conformance.discovery import CourseFinder, walk
from conformance.discovery.courses import COURSES
from conformance.oracles import refused_or, same, steady
from conformance.run import Run
from conformance.suite.list_pages import LISTS, PageSamples, ids_of, page_of, read_page
from conformance.verdicts import Inconclusive, Untested, expect, verifies


@pytest.fixture(scope="session")
def samples(agency: Agency, run: Run) -> PageSamples:
    """Pages of both lists in several sizes, read once."""
    return PageSamples(agency, run)


@verifies("PAG-02")
@pytest.mark.parametrize("path", LISTS)
def test_the_default_page_is_the_first(agency: Agency, path: str) -> None:
    same(read_page(agency, path).number, 1, f"meta.pagination.page of GET {path} without page in the request")

    first, unsaid = steady(lambda: read_page(agency, path, page=1).ids, lambda: read_page(agency, path).ids)
    expect(unsaid == first, "without page in the request, the items are those of page 1", sorted(unsaid - first))


@verifies("PAG-03")
def test_a_course_page_holds_twenty_by_default(agency: Agency) -> None:
    page = read_page(agency, COURSES)

    same(page.size, 20, "meta.pagination.pageSize without pageSize in the request")
    same(len(page.items), min(20, page.total_items), "the number of courses on the first page")


@verifies("PAG-05")
def test_no_page_carries_more_items_than_its_size(samples: PageSamples) -> None:
    if not samples.of(COURSES)[0].page.total_items:
        raise Untested("The course list is empty, and no page of it can be too full.")

    for asked in samples.of_all():
        found = len(asked.page.items)
        expect(found <= asked.size, f"{asked.page.where} gives at most {asked.size} items", f"{found} items")


@verifies("PAG-06")
def test_pagination_repeats_the_page_size_asked_for(samples: PageSamples) -> None:
    # A page that is not full may report how many items it has.
    full = [asked for asked in samples.of_all() if len(asked.page.items) == asked.size]
    if not full:
        raise Untested("No list is long enough to fill a page.")

    for asked in full:
        same(asked.page.size, asked.size, f"meta.pagination.pageSize of {asked.page.where}")


@verifies("PAG-07")
@pytest.mark.parametrize("page_size", [101, 1000])
def test_a_course_page_never_holds_more_than_a_hundred(agency: Agency, page_size: int) -> None:
    attempt = agency.get(COURSES, pageSize=page_size)
    control = agency.get(COURSES, pageSize=100)

    if refused_or(attempt, control=control) is not None:
        page = page_of(attempt)
        expect(len(page.items) <= 100, f"pageSize={page_size} gives at most 100 courses", f"{len(page.items)} courses")
        expect(page.size <= 100, f"pageSize={page_size} reports a pageSize of at most 100", page.size)


@verifies("PAG-09")
def test_different_pages_show_different_items(agency: Agency, run: Run) -> None:
    sizes = {path: size for path, size in zip(LISTS, (5, 1), strict=True) if _has_pages(agency, path, size)}
    if not sizes:
        raise Untested("No list has two pages.")

    for path, size in sizes.items():
        # Where the order of a list is free, an item may move from page to page once, but not every time.
        for _ in range(3):
            shared = _shared_by_pages(agency, run, path, size)
            if not shared:
                break
        expect(not shared, f"pages of GET {path} with pageSize={size} have no item in common", shared)


def _has_pages(agency: Agency, path: str, size: int) -> bool:
    return read_page(agency, path, pageSize=size).total_items > size


def _shared_by_pages(agency: Agency, run: Run, path: str, size: int) -> str:
    """What two of the first pages or a drawn one have in common, in words; empty when they have nothing."""
    last = -(-read_page(agency, path, page=1, pageSize=size).total_items // size)
    drawn = run.random(f"a page of {path}").randint(2, max(2, last))
    owners: dict[str, int] = {}
    for number in sorted({1, 2, min(3, last), drawn}):
        for item_id in read_page(agency, path, page=number, pageSize=size).ids:
            if item_id in owners:
                return f"{item_id} on pages {owners[item_id]} and {number}"
            owners[item_id] = number
    return ""


@verifies("PAG-10")
def test_pagination_repeats_the_page_asked_for(samples: PageSamples) -> None:
    later = [asked for asked in samples.of_all() if asked.number > 1]
    if not later:
        raise Untested("No list has a second page.")

    for asked in later:
        same(asked.page.number, asked.number, f"meta.pagination.page of {asked.page.where}")


@verifies("PAG-11")
def test_total_pages_is_the_number_of_items_by_the_page_size_rounded_up(samples: PageSamples) -> None:
    for asked in samples.of_all():
        wanted = -(-asked.page.total_items // asked.size)
        if asked.page.total_pages != wanted and (asked.page.total_items or asked.page.total_pages > 1):
            same(asked.page.total_pages, wanted, f"meta.pagination.totalPages of {asked.page.where}")


@verifies("PAG-12")
def test_all_pages_together_show_every_item_once(agency: Agency, courses: CourseFinder) -> None:
    if len(ids_of(courses.all_courses())) == read_page(agency, COURSES, pageSize=1).total_items:
        return

    # Courses come and go on a live target: only a walk between two equal totals counts.
    before = read_page(agency, COURSES, pageSize=1).total_items
    walked = len(ids_of(walk(agency, COURSES)))
    if read_page(agency, COURSES, pageSize=1).total_items != before:
        raise Inconclusive("The number of courses changed while all pages were read.")
    same(walked, before, "the number of different ids on all pages of the course list")


@verifies("PAG-13")
@pytest.mark.parametrize("path", LISTS)
def test_the_number_of_items_does_not_depend_on_the_page(agency: Agency, path: str) -> None:
    def total(**query: object) -> int:
        return read_page(agency, path, **query).total_items

    some = {"pageSize": 7, "page": 2 if total() > 7 else 1}
    plain, others = steady(total, lambda: [total(pageSize=1), total(**some), total(pageSize=100)])
    same(others, [plain] * 3, f"totalItems of GET {path} in other pages and sizes")


@verifies("PAG-14")
@pytest.mark.parametrize("value", [0, -1, "abc"])
@pytest.mark.parametrize("parameter", ["page", "pageSize"])
@pytest.mark.parametrize("path", LISTS)
def test_an_impossible_page_is_refused_or_read_as_the_default(
    agency: Agency, path: str, parameter: str, value: object
) -> None:
    attempt = agency.get(path, **{parameter: value})
    control = agency.get(path, **{parameter: 1})

    if refused_or(attempt, control=control) is not None:
        found = len(page_of(attempt).items)
        expect(found <= 100, f"{attempt.where} gives at most 100 items", f"{found} items")
