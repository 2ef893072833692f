"""Reads the pages of a list: all pages or, of a long list, the pages at both ends."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import accepted
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import Inconclusive
from conformance.scope.lanes import current_lane, side_by_side

MOST_PAGES = 200
_SAME_PAGES_IN_A_ROW = 5
_PAGES_AT_ONCE = 8

# A list with more pages is long. Only its first two and last two pages are read.
PAGES_READ_WHOLE = 6


@dataclass(frozen=True)
class Listing:
    """Items of a list in its own order. *is_whole* is False when these are only the two ends of a long list."""

    items: list[Any]
    is_whole: bool


def pages_to_read(total_pages: int) -> tuple[int, ...]:
    """The numbers of the pages to read after the first page, for a list of *total_pages*."""
    if total_pages <= PAGES_READ_WHOLE:
        return tuple(range(2, total_pages + 1))
    return 2, total_pages - 1, total_pages


def both_ends(agency: Agency, path: str, **query: object) -> Listing:
    """The list at *path* with these filters. Of a long list, only the ends: an agency may have thousands of bookings.

    Raises `Inconclusive` as `walk` does.
    """

    def read(number: int) -> tuple[list[Any], int]:
        answer = agency.get(path, page=number, pageSize=100, **query)
        return _page(accepted(answer, f"Page {number} of {path}"), path)

    items, total_pages = read(1)
    is_whole, number = total_pages <= PAGES_READ_WHOLE, 1
    for number in pages_to_read(total_pages) if items else ():
        more, total_pages = read(number)
        items = items + more
    while items and is_whole and number < total_pages <= PAGES_READ_WHOLE:
        # Checks in other lanes book while this check reads, and the list grows by a page.
        number += 1
        more, total_pages = read(number)
        items = items + more
    return Listing(items, is_whole)


def walk(
    agency: Agency,
    path: str,
    *,
    page_size: int = 100,
    most_pages: int = MOST_PAGES,
    role: Role = Role.read,
    **query: object,
) -> list[Any]:
    """All items of the list at *path* with these filters, from at most *most_pages* pages.

    Raises `Inconclusive` when a page is refused or is not a list with `meta.pagination`: ENV-08 and PAG-01
    judge that.
    """
    return Walk(agency, path, {"pageSize": page_size, **query}, role).items(most_pages)


class Walk:
    """The pages of a list. Each page is read when it is first needed, and then kept. Where checks run in lanes, other
    lanes may wait for the list, so several pages are read at once.
    """

    def __init__(self, agency: Agency, path: str, query: dict[str, object], role: Role = Role.read) -> None:
        self._agency = agency
        self._path = path
        self._query = query
        self._role = role
        self._pages: list[list[Any]] = []
        self._answers: list[Answer] = []
        self._total_pages = 1
        self._is_over = False

    def items(self, most_pages: int = MOST_PAGES) -> list[Any]:
        """The items of the first *most_pages* pages. Raises `Inconclusive` as `walk` does."""
        while len(self._pages) < most_pages and not self._is_over:
            first = len(self._pages) + 1
            last = max(min(first + self._at_once - 1, most_pages, self._total_pages), first)
            reads = side_by_side([partial(self._read, number) for number in range(first, last + 1)])
            for answer, found, total_pages in reads:
                if not self._is_over:
                    self._pages.append(found)
                    self._answers.append(answer)
                    self._total_pages = total_pages
                    self._is_over = not found or len(self._pages) >= total_pages or self._goes_in_circles
            if self._is_over and self._pages_disagree:
                # The first page again tells a list that grew meanwhile from pages that count otherwise.
                self._read(1)
        if len(self._pages) >= MOST_PAGES and not self._is_over:
            raise Inconclusive(f"{self._path} has more than {MOST_PAGES} pages, too many to walk.")
        return [item for page in self._pages[:most_pages] for item in page]

    def page_with(self, item: Any) -> Answer:
        """The page that shows *item*, an item of this walk."""
        pages = zip(self._answers, self._pages, strict=True)
        return next(answer for answer, items in pages if any(shown is item for shown in items))

    @property
    def _at_once(self) -> int:
        return _PAGES_AT_ONCE if current_lane().parts > 1 else 1

    def _read(self, number: int) -> tuple[Answer, list[Any], int]:
        answer = self._agency.send("GET", self._path, query={"page": number} | self._query, role=self._role)
        return answer, *_page(accepted(answer, f"Page {number} of {self._path}"), self._path)

    @property
    def _pages_disagree(self) -> bool:
        """Whether pages name another number of items than the first one."""
        return len({str(answer.body["meta"]["pagination"].get("totalItems")) for answer in self._answers}) > 1

    @property
    def _goes_in_circles(self) -> bool:
        """Whether the last pages are all the same. A check judges a single repeated page; with many, reading stops."""
        last = self._pages[-_SAME_PAGES_IN_A_ROW:]
        return len(last) == _SAME_PAGES_IN_A_ROW and all(page == last[0] for page in last)


def _page(body: Any, path: str) -> tuple[list[Any], int]:
    try:
        items, total_pages = body["data"], body["meta"]["pagination"]["totalPages"]
    except (KeyError, TypeError):
        items, total_pages = None, None
    if not isinstance(items, list) or not isinstance(total_pages, int):
        raise Inconclusive(f"{path} did not answer with data and meta.pagination, so its pages cannot be walked.")
    return items, total_pages
