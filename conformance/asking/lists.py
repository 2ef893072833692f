"""Reads a list page by page. A list that breaks off keeps the pages so far, and says why it has no end."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import Inconclusive, Judgement


class GetSender(Protocol):
    """Sends a GET as one agency, and returns the answer."""

    def __call__(self, path: str, **query: object) -> Answer:
        """The answer to GET *path*."""


class PagedList:
    """The list at *path*. Each page is read when it is needed.

    *page_size* is None for a list of which no document shows pages: its first page is asked for without parameters, and
    is the only page unless the answer says otherwise. After the last page, *broken_off* says why the list could not be
    read to its end. It is None when the list is whole. *last* is the last answer.
    """

    def __init__(
        self, read: GetSender, path: str, query: Mapping[str, object], *, page_size: int | None, most_pages: int = 20
    ) -> None:
        self.broken_off: Judgement | None = None
        self.last: Answer | None = None
        self._read = read
        self._path = path
        self._query = query
        self._page_size = page_size
        self._most_pages = most_pages

    def bodies(self) -> Iterator[Any]:
        """The body of each page, until the list ends or breaks off."""
        before: object = None
        for number in range(1, self._most_pages + 1):
            try:
                body = self._body(number)
            except Judgement as judgement:
                self.broken_off = judgement
                return
            yield body
            shown = _items(body) or body
            if self._is_last(number, body, is_repeated=shown == before):
                return
            if shown == before:
                self.broken_off = Inconclusive(f"{self._path} repeats a page.")
                return
            before = shown
        self.broken_off = Inconclusive(f"{self._path} has more than {self._most_pages} pages.")

    def items(self) -> Iterator[Mapping[str, Any]]:
        """The objects in the list, until it ends or breaks off."""
        for body in self.bodies():
            items = _items(body)
            if items is None:
                self.broken_off = Inconclusive(f"{self._path} answered, and with no list.")
                return
            yield from (item for item in items if isinstance(item, dict))

    def _body(self, number: int) -> Any:
        is_bare = self._page_size is None and number == 1
        size = {} if self._page_size is None else {"pageSize": self._page_size}
        self.last = self._read(self._path, **({} if is_bare else {**self._query, "page": number, **size}))
        if not self.last.is_success:
            raise Inconclusive(f"{self.last.where} answered {self.last.status}.")
        return self.last.body

    def _is_last(self, number: int, body: Any, *, is_repeated: bool) -> bool:
        """Whether no page follows. Without totalPages, an empty page says so.

        A service that ignores the number of the page shows everything on a page that is not full.
        """
        items, pages = _items(body), _total_pages(body)
        if pages is not None:
            return not items or number >= pages
        return self._page_size is None or not items or (is_repeated and len(items) < self._page_size)


def _items(body: Any) -> list[Any] | None:
    items = body.get("data") if isinstance(body, dict) else body
    return items if isinstance(items, list) else None


def _total_pages(body: Any) -> int | None:
    try:
        pages = body["meta"]["pagination"]["totalPages"]
    except (KeyError, TypeError):
        return None
    return pages if isinstance(pages, int) else None
