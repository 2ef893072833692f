"""A pending booking that is decided while a check reads it accuses nobody, unless reading decides each booking."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from conformance.discovery import BookingDesk, OfferedTeeTime
from conformance.evidence.exchanges import Answer, Request, Response
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.suite.arranged.booked import Booked
from conformance.suite.bookings.undecided_bookings import require_nothing_else_changed, require_reading_decides_nothing
from tests.conformance.made_up import MOMENT, Roles

AT = OfferedTeeTime("crs_1", date(2027, 3, 1), "10:00", 4, None, None)


class Desk(BookingDesk):
    """Its bookings are confirmed when *decides* says so of their number, their reads and what was sent to them."""

    def __init__(self, decides: Callable[[int, int, set[str]], bool]) -> None:
        self._decides = decides
        self._reads: Counter[str] = Counter()
        self._sent: dict[str, set[str]] = {}

    def book_another(self) -> Booked:
        booking_id = str(len(self._sent))
        self._sent[booking_id] = set()
        return Booked(AT, {"players": 2}, _answer({"id": booking_id}))

    def recall_own(self, booking_id: str) -> Answer:
        return self.read_own(booking_id)

    def read_own(self, booking_id: str) -> Answer:
        self._reads[booking_id] += 1
        is_decided = self._decides(int(booking_id), self._reads[booking_id], self._sent[booking_id])
        return _answer({"id": booking_id, "status": "confirmed" if is_decided else "pending"})

    def update(self, booking_id: str, changes: Any) -> Answer:
        self._sent[booking_id] |= changes.keys()
        return _answer({})


def _answer(booking: dict[str, Any]) -> Answer:
    request = Request("GET", "/travel/bookings/1", (), "http://t.example", (), None)
    return Answer(request, Response(200, (), json.dumps({"data": booking}).encode()), MOMENT, 0, Roles())


def test_bookings_that_stay_pending_are_right() -> None:
    desk = Desk(lambda *_: False)

    require_reading_decides_nothing(desk, desk.book_another(), desk.book_another)


def test_a_third_read_that_decides_each_booking_is_found() -> None:
    desk = Desk(lambda _number, reads, _sent: reads >= 3)

    with pytest.raises(Violation, match="read number 3"):
        require_reading_decides_nothing(desk, desk.book_another(), desk.book_another)


@pytest.mark.parametrize(
    "decides",
    [lambda number, reads, _: number == 0 and reads >= 3, lambda _number, _reads, _sent: True],
    ids=["the first booking", "every booking at once"],
)
def test_a_course_that_decides_by_itself_accuses_nobody(decides: Callable[[int, int, set[str]], bool]) -> None:
    desk = Desk(decides)

    with pytest.raises(Inconclusive):
        require_reading_decides_nothing(desk, desk.book_another(), desk.book_another)


def test_a_change_that_decides_because_it_names_a_status_is_found() -> None:
    desk = Desk(lambda _number, _reads, sent: "status" in sent)

    with pytest.raises(Violation, match="names a status"):
        require_nothing_else_changed(desk, desk.book_another(), desk.book_another)


def test_a_target_where_every_change_decides_accuses_nobody() -> None:
    desk = Desk(lambda _number, _reads, sent: "specialRequests" in sent)

    with pytest.raises(Inconclusive):
        require_nothing_else_changed(desk, desk.book_another(), desk.book_another)
