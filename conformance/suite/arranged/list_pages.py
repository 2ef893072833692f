"""One page of a list as checks compare it: its items and the four numbers of meta.pagination."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from conformance.asking.client import Agency
from conformance.asking.oracles import golden
from conformance.catalogue.paths import BOOKINGS, COURSES
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, or_else
from conformance.scope.lanes import run_together
from conformance.scope.run import Run

LISTS = (COURSES, BOOKINGS)

_SIZES = (1, 7, 100)


@dataclass(frozen=True)
class Page:
    """A page as the target reports it; *where* is the request that asked for it, *index* its place in the recording."""

    where: str
    items: list[Any]
    number: int
    size: int
    total_items: int
    total_pages: int
    index: int = field(compare=False)

    @property
    def ids(self) -> frozenset[str]:
        """The ids on this page."""
        return ids_of(self.items)


@dataclass(frozen=True)
class AskedPage:
    """A page with the number and the size that were asked for."""

    number: int
    size: int
    page: Page


class PageSamples:
    """Pages of every list in several sizes: the first, the second, one drawn by the seed and the last."""

    def __init__(self, agency: Agency, run: Run) -> None:
        self._agency = agency
        self._run = run
        self._samples: dict[str, list[AskedPage]] = {}

    def of(self, path: str) -> list[AskedPage]:
        """The sampled pages of the list at *path*, read once in a run. Only pages that exist are asked for."""
        if path not in self._samples:
            firsts = run_together(partial(self._page, path, size, 1) for size in _SIZES)
            later = run_together(
                partial(self._page, path, first.size, number) for first in firsts for number in self._later(path, first)
            )
            self._samples[path] = sorted([*firsts, *later], key=lambda asked: (_SIZES.index(asked.size), asked.number))
        return self._samples[path]

    def of_all(self) -> list[AskedPage]:
        """The sampled pages of all lists."""
        return [asked for path in LISTS for asked in self.of(path)]

    def _later(self, path: str, first: AskedPage) -> Sequence[int]:
        last = -(-first.page.total_items // first.size)
        drawn = self._run.random(f"pages of {path} by {first.size}").randint(2, max(2, last))
        return sorted({number for number in (2, drawn, last) if 1 < number <= last})

    def _page(self, path: str, size: int, number: int) -> AskedPage:
        return AskedPage(number, size, read_page(self._agency, path, page=number, pageSize=size))


def read_page(agency: Agency, path: str, **query: object) -> Page:
    """The page that a documented request asks for. Raises `Violation` when it is refused, else as `page_of`."""
    answer = agency.get(path, **query)
    golden(answer)
    return page_of(answer)


def page_of(answer: Answer) -> Page:
    """The page in *answer*. Raises `Inconclusive` without a list and pagination: ENV-08 and PAG-01 judge that."""
    try:
        items, pagination = answer.body["data"], answer.body["meta"]["pagination"]
        number, size, items_in_all, pages_in_all = (
            _whole(pagination[name]) for name in ("page", "pageSize", "totalItems", "totalPages")
        )
    except (KeyError, TypeError) as error:
        raise _no_page(answer) from error
    if not isinstance(items, list):
        raise _no_page(answer)
    return Page(answer.where, items, number, size, items_in_all, pages_in_all, answer.index)


def pages_in(answers: Iterable[Answer]) -> Sequence[Page | None]:
    """The page in each of the *answers*, None where the list was refused or is no page as `page_of` reads it."""
    return [or_else(partial(page_of, answer), None) if answer.is_success else None for answer in answers]


def ids_of(items: list[Any]) -> frozenset[str]:
    """The ids of list items; an item without an id does not count: other requirements judge that."""
    return frozenset(item["id"] for item in items if isinstance(item, dict) and isinstance(item.get("id"), str))


def _whole(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int | Decimal) or number % 1:
        raise TypeError(f"{number!r} is not an integer")
    return int(number)


def _no_page(answer: Answer) -> Inconclusive:
    return Inconclusive(f"{answer.where} did not answer with data and meta.pagination, which ENV-08 and PAG-01 judge.")
