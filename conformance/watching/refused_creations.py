"""Whether a booking that the target refused to create is there all the same. Pure.

The reference of the agency tells: each booking of a run has its own. A reference that another write had too, such as a
request that was accepted or whose answer nobody knows, proves nothing.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance.evidence.exchanges import Exchange
from conformance.evidence.json_values import json_of
from conformance.watching.seen import Breach, JudgedExchange

_CREATES, _READS = "createBooking", ("getBooking", "listBookings")
_REFUSALS = (400, 409, 422)
_REFERENCE = "agencyBookingReference"
_ROWS_OF_MEMBERS = {
    "courseId": "BKC-09",
    "date": "BKC-10",
    "teeTime": "BKC-11",
    "players": "BKC-12",
    "leadPlayer": "BKC-13",
}
_FEWEST, _MOST = 1, 4
_ROW_OF_TOO_FEW, _ROW_OF_TOO_MANY, _ROW_OF_NO_ROOM = "BKC-20", "BKC-21", "BKC-25"
_CONFLICT = 409

# The caller, and the reference of a booking.
_Name = tuple[str, str]


@dataclass
class RefusedCreations:
    """The refused requests for bookings by their references, and how many writes had each reference."""

    _written: Counter[str] = field(default_factory=Counter)
    _refused: dict[_Name, list[JudgedExchange]] = field(default_factory=dict)

    def begin(self, exchange: Exchange) -> None:
        """Notes that *exchange* is under way."""
        if exchange.request.method != "GET":
            self._written[_reference_in(json_of(exchange.request.content))] += 1

    def judge(self, seen: JudgedExchange) -> Iterator[Breach]:
        """Row, sentence and proof of a booking that was refused and is shown."""
        if seen.operation == _CREATES and seen.answer.status in _REFUSALS:
            self._refused.setdefault((seen.caller, _reference_in(seen.asked)), []).append(seen)
        elif seen.operation in _READS and seen.shaped:
            for shown in (seen.data, *seen.items):
                yield from self._shown(shown, seen)

    def _shown(self, booking: Mapping[str, Any], seen: JudgedExchange) -> Iterator[Breach]:
        reference = _reference_in(booking)
        refusals = self._refused.get((seen.caller, reference), [])
        row = _row_of(refusals[-1]) if reference and refusals else ""
        if row and len(refusals) == self._written[reference] and seen.started > refusals[-1].ended:
            del self._refused[seen.caller, reference]
            sentence = (
                f"{refusals[-1].answer.where} answered {refusals[-1].answer.status}, and booking {booking.get('id')}"
                f" with its reference {reference} is there"
            )
            yield row, sentence, (refusals[-1], seen)


def _reference_in(value: Any) -> str:
    """The reference of the agency in a body, empty without one."""
    found = value.get(_REFERENCE) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def _row_of(refusal: JudgedExchange) -> str:
    """The row that asks for this refusal, empty where none is known."""
    asked, players = refusal.asked, refusal.asked.get("players")
    lacking = next((row for name, row in _ROWS_OF_MEMBERS.items() if name not in asked), "")
    if lacking or not isinstance(players, int):
        return lacking
    if not _FEWEST <= players <= _MOST:
        return _ROW_OF_TOO_FEW if players < _FEWEST else _ROW_OF_TOO_MANY
    return _ROW_OF_NO_ROOM if refusal.answer.status == _CONFLICT else ""
