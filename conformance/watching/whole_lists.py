"""Whether whole lists of bookings, on one page, show every booking that fits their filters, whoever asked. Pure.

Others may change a booking at any moment. So a list counts only between two answers that show the booking with the same
status, of which the second shows that the booking was there all the time.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote

from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Exchange
from conformance.watching.histories import is_in_period, is_one_page
from conformance.watching.seen import Breach, JudgedExchange

_STATUSES = ("confirmed", "pending")
_CREATION, _READS, _WRITES = "createBooking", ("getBooking", "listBookings"), ("updateBooking", "cancelBooking")
_ROW_OF_STATUS, _ROW_OF_SEVERAL, _ROW_OF_START, _ROW_OF_END = "BKL-13", "BKL-09", "BKL-06", "BKL-08"
_MOST_WAITING = 50


@dataclass
class _Known:
    """A booking of *caller* as *seen* showed it, and the whole lists since then that lack it."""

    caller: str
    status: str
    day: str
    seen: JudgedExchange
    absent: list[JudgedExchange] = field(default_factory=list)


@dataclass
class WholeLists:
    """Bookings whose status and day are known. *visibility* is how many seconds a change may take to show."""

    visibility: float
    _known: dict[str, _Known] = field(default_factory=dict)
    # The writes that are under way, by their places in the recording, with the bookings that they may change.
    _writes: dict[int, str] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way."""
        met = match(exchange.request.method, exchange.request.path)
        if met and met.operation_id in _WRITES:
            self._writes[exchange.index] = unquote(met.parameters["id"])

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of every whole list that lacks a booking."""
        if seen.operation in _WRITES:
            self._writes.pop(seen.answer.index, None)
            self._known.pop(unquote(seen.met.parameters["id"]), None)
        elif seen.answer.is_success and seen.shaped and seen.operation in (_CREATION, *_READS):
            for shown in (seen.data, *seen.items):
                yield from self._sighted(shown, seen)
            if seen.operation == "listBookings" and seen.fits and is_one_page(seen):
                self._note_absent(seen)

    def forget(self) -> None:
        """Forgets every booking, because nobody knows what happened."""
        self._known.clear()

    def _sighted(self, shown: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        booking_id, status, day = str(shown.get("id")), shown.get("status"), shown.get("date")
        known = self._known.get(booking_id)
        if known and (known.status, known.day) == (status, day):
            told = [missing for missing in known.absent if missing.ended + self.visibility < seen.started]
            for missing in told:
                sentence = f"{missing.answer.where} lacks {booking_id}, which is {status} and of {day}"
                yield _row(missing, known.day), sentence, (known.seen, missing, seen)
            known.absent = [missing for missing in known.absent if missing not in told]
        elif status in _STATUSES and isinstance(day, str):
            self._known[booking_id] = _Known(seen.caller, status, day, seen)
        else:
            self._known.pop(booking_id, None)

    def _note_absent(self, seen: JudgedExchange) -> None:
        listed = {*(str(item.get("id")) for item in seen.items), *self._writes.values()}
        for booking_id, known in self._known.items():
            is_settled = known.caller == seen.caller and seen.started > known.seen.ended + self.visibility
            if booking_id not in listed and is_settled and _fits(known, seen.query):
                known.absent = [*known.absent[-_MOST_WAITING:], seen]


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
