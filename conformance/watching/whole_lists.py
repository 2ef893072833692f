"""Whether whole lists of bookings show every booking that fits their filters, whoever asked. Pure.

Others may change a booking at any moment. So a list counts only between two answers that show the booking with the same
status, of which the second shows that the booking was there all the time.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import member_at
from conformance.watching.histories import is_in_period
from conformance.watching.seen import Breach, JudgedExchange

_STATUSES = ("confirmed", "pending")
_CREATION, _READS, _WRITES = "createBooking", ("getBooking", "listBookings"), ("updateBooking", "cancelBooking")
_ROW_OF_STATUS, _ROW_OF_SEVERAL, _ROW_OF_START, _ROW_OF_END = "BKL-13", "BKL-09", "BKL-06", "BKL-08"
_MOST_WAITING = 50


@dataclass
class _Known:
    """A booking of *caller* as *seen* showed it, and the pages of the whole lists since then that lack it."""

    caller: str
    status: str
    day: str
    seen: JudgedExchange
    absent: list[Sequence[JudgedExchange]] = field(default_factory=list)


@dataclass
class WholeLists:
    """Bookings whose status and day are known. *visibility* is how many seconds a change may take to show."""

    visibility: float
    _known: dict[str, _Known] = field(default_factory=dict)
    # The pages that were seen of a list, by who asked, and for what. A write may move a booking to a page that was read
    # before. So pages count together only where nothing is written meanwhile.
    _last_write: float = -inf
    _pages: dict[tuple[str, frozenset[tuple[str, str]]], dict[str, JudgedExchange]] = field(default_factory=dict)
    # The writes that are under way, by their places in the recording, with the bookings that they may change.
    _writes: dict[int, str] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way."""
        if exchange.request.method != "GET":
            self._pages.clear()
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id in _WRITES:
            self._writes[exchange.index] = unquote(met.parameters["id"])

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of every whole list that lacks a booking."""
        if seen.answer.request.method != "GET":
            self._pages.clear()
            self._last_write = seen.ended
        if seen.operation in _WRITES:
            self._writes.pop(seen.answer.index, None)
            self._known.pop(unquote(seen.met.parameters["id"]), None)
        elif seen.answer.is_success and seen.shaped and seen.operation in (_CREATION, *_READS):
            for shown in (seen.data, *seen.items):
                yield from self._sighted(shown, seen)
            if seen.operation == "listBookings" and seen.fits and (pages := self._whole_list(seen)):
                self._note_absent(pages)

    def forget(self) -> None:
        """Forgets every booking, because nobody knows what happened."""
        self._known.clear()
        self._pages.clear()

    def _sighted(self, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        booking_id, status, day = str(shown.get("id")), shown.get("status"), shown.get("date")
        known = self._known.get(booking_id)
        if known and (known.status, known.day) == (status, day):
            told = [pages for pages in known.absent if _ended(pages) + self.visibility < seen.started]
            for pages in told:
                sentence = f"{_where(pages)} lacks {booking_id}, which is {status} and of {day}"
                yield _row(pages[0], known.day), sentence, (known.seen, *pages, seen)
            known.absent = [pages for pages in known.absent if pages not in told]
        elif status in _STATUSES and isinstance(day, str):
            self._known[booking_id] = _Known(seen.caller, status, day, seen)
        else:
            self._known.pop(booking_id, None)

    def _whole_list(self, seen: JudgedExchange) -> Sequence[JudgedExchange]:
        """The pages of the list that *seen* completes. None while a page is missing, and where the list may have
        changed meanwhile: the pages show more or fewer bookings than all of them count, or a write was on its way.
        """
        question = seen.caller, frozenset(seen.query.items() - {("page", seen.query.get("page", "1"))})
        if seen.query.get("page", "1") == "1":
            self._pages[question] = {}
        pages = self._pages.setdefault(question, {})
        pages[seen.query.get("page", "1")] = seen
        shown = {str(item.get("id")) for page in pages.values() for item in page.items}
        counted = {_counted(page) for page in pages.values()}
        is_whole = counted == {(len(shown), len(pages))}
        is_quiet = len(pages) == 1 or _began(pages.values()) > self._last_write + self.visibility
        return tuple(pages.values()) if is_whole and is_quiet else ()

    def _note_absent(self, pages: Sequence[JudgedExchange]) -> None:
        listed = {*(str(item.get("id")) for page in pages for item in page.items), *self._writes.values()}
        began, caller = _began(pages), pages[0].caller
        for booking_id, known in self._known.items():
            is_settled = known.caller == caller and began > known.seen.ended + self.visibility
            if booking_id not in listed and is_settled and _fits(known, pages[0].query):
                known.absent = [*known.absent[-_MOST_WAITING:], pages]


def _counted(page: JudgedExchange) -> tuple[Any, Any]:
    """How many bookings and pages the list has, as this page tells."""
    items, pages = (member_at(page.body, f"meta.pagination.{name}") for name in ("totalItems", "totalPages"))
    return items, pages or 1


def _began(pages: Iterable[JudgedExchange]) -> float:
    return min(page.started for page in pages)


def _ended(pages: Sequence[JudgedExchange]) -> float:
    return max(page.ended for page in pages)


def _where(pages: Sequence[JudgedExchange]) -> str:
    further = f", with its {len(pages) - 1} further pages," if len(pages) > 1 else ""
    return f"{pages[0].answer.where}{further}"


def _fits(known: _Known, query: Mapping[str, str]) -> bool:
    """Whether a list with the filters of *query* has to show the booking. Histories look at lists without a status."""
    return query.get("status") == known.status and is_in_period(known.day, query)


def _row(missing: JudgedExchange, day: str) -> str:
    """The row that the list breaks: the one about a bound where the booking is on it."""
    query = missing.query
    if query.get("startDate") == day:
        return _ROW_OF_START
    if query.get("endDate") == day:
        return _ROW_OF_END
    return _ROW_OF_SEVERAL if {"startDate", "endDate"} & query.keys() else _ROW_OF_STATUS
