"""What pages must show, each rule for several of them: a finding names the page that breaks it."""

from collections.abc import Iterable, Mapping, Sequence

from conformance.asking.client import Agency
from conformance.asking.oracles import refused_or, same, steady
from conformance.catalogue.paths import COURSES
from conformance.discovery import walk
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, Untested, Violation, counted, expect, or_else
from conformance.scope.run import Run
from conformance.suite.arranged.list_pages import AskedPage, Page, PageSamples, ids_of, page_of, read_page

_DEFAULT_SIZE, _LARGEST_SIZE = 20, 100
_TIMES_COMPARED = 3


def first_page_and_default(agency: Agency, path: str) -> tuple[Page, Page]:
    """The page for page=1 and the page without page, read one after the other while the list does not change."""
    first_pages: list[Page] = []

    def asked() -> Page:
        first_pages.append(read_page(agency, path, page=1))
        return first_pages[-1]

    def unasked() -> Page:
        # The default is not where the reader was.
        if first_pages[-1].total_pages > 1:
            agency.get(path, page=max(2, first_pages[-1].total_pages // 2))
        return read_page(agency, path)

    return steady(asked, unasked, agree=lambda first, unsaid: first.ids == unsaid.ids)


def require_twenty_by_default(callers: Iterable[Agency]) -> None:
    """Raises `Violation` unless every caller gets course pages of twenty."""
    for caller in callers:
        page = read_page(caller, COURSES)
        same(page.size, _DEFAULT_SIZE, f"meta.pagination.pageSize of {page.where} for the {caller.label}", page)
        wanted = min(_DEFAULT_SIZE, page.total_items)
        same(len(page.items), wanted, f"the number of courses that {page.where} lists for the {caller.label}", page)


def require_some_course(samples: PageSamples) -> None:
    """Raises `Untested` when the course list is empty."""
    if not samples.of(COURSES)[0].page.total_items:
        raise Untested("The course list is empty, so none of its pages can be too full.")


def require_no_page_above_its_size(pages: Iterable[AskedPage]) -> None:
    """Raises `Violation` for a page with more items than its request asks for."""
    for asked in pages:
        found = len(asked.page.items)
        expect(
            found <= asked.size,
            f"{asked.page.where} gives at most {asked.size} items",
            f"it gives {found} items",
            asked.page,
        )


def require_at_most_one_item(agency: Agency, countries: Iterable[str]) -> None:
    """Raises `Violation` when a page of one course in a country has more items."""
    for country in countries:
        page = read_page(agency, COURSES, country=country, pageSize=1)
        expect(len(page.items) <= 1, f"{page.where} gives at most 1 item", f"{len(page.items)} items")


def full_pages(samples: PageSamples) -> list[AskedPage]:
    """The sampled pages with as many items as were asked for. Raises `Untested` when there are none.

    A page that is not full may report how many items it has. A page with too many shows that another size was used.
    """
    full = [asked for asked in samples.of_all() if len(asked.page.items) >= asked.size]
    if not full:
        raise Untested("No list is long enough to fill a page.")
    return full


def later_pages(samples: PageSamples) -> list[AskedPage]:
    """The sampled pages after the first. Raises `Untested` when there are none."""
    later = [asked for asked in samples.of_all() if asked.number > 1]
    if not later:
        raise Untested("No list has a second page.")
    return later


def require_the_size_asked_for(pages: Iterable[AskedPage]) -> None:
    """Raises `Violation` for a page that reports another pageSize than its request has."""
    for asked in pages:
        same(asked.page.size, asked.size, f"meta.pagination.pageSize of {asked.page.where}", asked.page)


def require_the_number_asked_for(pages: Iterable[AskedPage]) -> None:
    """Raises `Violation` for a page that reports another number than its request has."""
    for asked in pages:
        same(asked.page.number, asked.number, f"meta.pagination.page of {asked.page.where}", asked.page)


def require_at_most_a_hundred_courses(attempts: Iterable[Answer], control: Answer) -> None:
    """Raises `Violation` for an attempt that gives or reports more than a hundred courses on a page.

    Raises `Inconclusive` when *control* is refused.
    """
    for attempt in attempts:
        if refused_or(attempt, control=control) is None:
            continue
        page = page_of(attempt)
        expect(len(page.items) <= 100, f"{attempt.where} gives at most 100 courses", f"{len(page.items)} courses")
        expect(
            page.size <= 100,
            f"{attempt.where} reports a pageSize of at most 100",
            f"it reports {page.size}",
            attempt,
        )


def require_at_most_a_hundred_items(attempt: Answer, control: Answer) -> None:
    """Raises `Violation` when *attempt* gives more than a hundred items, `Inconclusive` when *control* is refused."""
    if refused_or(attempt, control=control) is not None:
        found = len(page_of(attempt).items)
        expect(found <= 100, f"{attempt.where} gives at most 100 items", f"{found} items")


def total_of(agency: Agency, path: str, **query: object) -> int:
    """The number of items that the page of a documented request tells."""
    return read_page(agency, path, **query).total_items


def total_beyond(agency: Agency, path: str, query: Mapping[str, object], total: int) -> int:
    """The number of items that a page beyond the last one tells, or *total* where a target refuses such a page."""
    answer = agency.send("GET", path, query=query, role=Role.attempt)
    return or_else(lambda: page_of(answer).total_items, total) if answer.is_success else total


def require_different_items_on_pages(agency: Agency, run: Run, sizes: dict[str, int]) -> None:
    """Raises `Violation` for a list with an item on two pages, in three comparisons. *sizes* are page sizes by path.

    Raises `Untested` when no list has two pages.
    """
    first_pages = {path: read_page(agency, path, page=1, pageSize=size) for path, size in sizes.items()}
    several = {path: first for path, first in first_pages.items() if first.total_items > sizes[path]}
    if not several:
        raise Untested("No list has two pages.")

    for path, first in several.items():
        actual, pages = _shared_every_time(agency, run, path, sizes[path], first) or ("", ())
        expect(not pages, f"pages of GET {path} with pageSize={sizes[path]} have no item in common", actual, pages)


def require_second_page_to_differ(agency: Agency, path: str, size: int) -> None:
    """Raises `Violation` when the first two pages of this *size* have an item in common, in three comparisons. A
    second page of half the size is read before the second one: a target may remember where that page began.

    Raises `NoEvidence` when the list has no second page of this size, and `Inconclusive` when it changed meanwhile.
    """
    totals: set[int] = set()
    for _ in range(_TIMES_COMPARED):
        first = read_page(agency, path, page=1, pageSize=size)
        if first.total_items <= size:
            raise NoEvidence(f"The list at GET {path} has no second page of {size}.")
        read_page(agency, path, page=2, pageSize=size // 2)
        second = read_page(agency, path, page=2, pageSize=size)
        shared = sorted(first.ids & second.ids)
        if not shared:
            return
        totals |= {first.total_items, second.total_items}
    if len(totals) > 1:
        raise Inconclusive(f"The list at GET {path} changed while its pages were compared.")
    expected = f"{second.where} shows no item of {first.where}"
    raise Violation(expected, f"both show {counted(shared)}", (second, first))


Shared = tuple[str, tuple[Page, Page]]


def _shared_every_time(agency: Agency, run: Run, path: str, size: int, first: Page) -> Shared | None:
    """What two pages have in common in the last of three comparisons; None when pages differ in one of them.

    Where the order of a list is free, an item may move from page to page once, but not every time. Raises
    `Inconclusive` when the list grew or shrank while its pages were compared: then every item may have moved.
    """
    shared: Shared | None = None
    has_changed = False
    for _ in range(_TIMES_COMPARED):
        shared = _shared_by_pages(agency, run, path, size, first)
        if not shared:
            return None
        page, owner = shared[1]
        has_changed = has_changed or page.total_items != owner.total_items
        first = read_page(agency, path, page=1, pageSize=size)
    if has_changed:
        raise Inconclusive(f"The list at GET {path} changed while its pages were compared.")
    return shared


def _shared_by_pages(agency: Agency, run: Run, path: str, size: int, first: Page) -> Shared | None:
    """What two of the first pages or of two drawn pages have in common, in words, and the two; None for nothing."""
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


def require_as_many_pages_as_items_fill(pages: Sequence[AskedPage]) -> None:
    """Raises `Violation` for a page whose totalPages is not totalItems by the page size, rounded up.

    An empty list may report one page.
    """
    for asked in pages:
        wanted = -(-asked.page.total_items // asked.size)
        if asked.page.total_pages != wanted and (asked.page.total_items or asked.page.total_pages > 1):
            same(
                asked.page.total_pages,
                wanted,
                f"meta.pagination.totalPages of {asked.page.where} with {asked.page.total_items} items",
                asked.page,
            )


def require_full_pages(pages: Iterable[AskedPage]) -> None:
    """Raises `Violation` for a page with fewer items than its totalItems leave for it."""
    for asked in pages:
        left = asked.page.total_items - (asked.number - 1) * asked.size
        wanted = min(asked.size, left)
        of_all = f"{asked.page.where} lists {wanted} of {asked.page.total_items} items"
        found = len(asked.page.items)
        expect(found >= wanted, of_all, f"it lists {found}", asked.page)


def require_every_course_once(agency: Agency, listed: frozenset[str]) -> None:
    """Raises `Violation` when all pages together show more or fewer courses than totalItems, in two more walks, or when
    a last page with a single course does not show it.
    """
    total = read_page(agency, COURSES, pageSize=1).total_items
    if size := _size_that_leaves_one(total):
        last = total // size + 1
        require_full_pages([AskedPage(last, size, read_page(agency, COURSES, page=last, pageSize=size))])
    if len(listed) == total:
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


def _size_that_leaves_one(total: int) -> int:
    """The largest page size that leaves one of *total* items for the last page, 0 when there is none."""
    return max((size for size in range(2, min(total, _LARGEST_SIZE + 1)) if total % size == 1), default=0)
