"""A refused create that takes places is a violation when it happens at one tee time after the other."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import cast

import pytest

from conformance.discovery import BookingDesk, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Request, Response
from conformance.evidence.verdicts import Inconclusive, Violation
from conformance.recordings.moments import timed_by
from conformance.suite.arranged.read_back import ListsAfterwards
from conformance.suite.bookings.refused_creates import require_no_effect
from conformance.suite.bookings.wrong_bookings import TriedBookings
from conformance.target.target import Target
from tests.conformance.made_up import MOMENT, MadeUpTime, Roles

DAY = date(2027, 3, 1)
TARGET = Target("http://t.example/api/v1", "key")


@dataclass
class Sheet:
    """A tee sheet that shows these numbers of free places, one after the other; the last number stays."""

    shown: list[int]
    asked: int = 0

    def places_free(self, tee_time: OfferedTeeTime) -> int:  # noqa: ARG002 - as in a finder
        self.asked += 1
        return self.shown.pop(0) if len(self.shown) > 1 else self.shown[0]


@dataclass
class Desk:
    """A list of bookings that is empty."""

    cancelled: list[str] = field(default_factory=list)

    def listed(self, *_: date, **__: str) -> Sequence[object]:
        return []


def answer(status: int) -> Answer:
    """An answer to a create."""
    request = Request("POST", "/travel/bookings", (), "http://t.example/travel/bookings", (), b"{}")
    return Answer(request, Response(status, (), b"{}"), MOMENT, 0, Roles())


def creates(*controls: int) -> Callable[[], TriedBookings]:
    """Refused creates at one tee time after another, with valid creates after them that are answered like this."""
    left = list(controls)
    tee_time = OfferedTeeTime("crs_1", DAY, "10:00", 4, None, None)
    bodies = [{"agencyBookingReference": "tsc-1", "date": DAY.isoformat()}]
    desk = cast(BookingDesk, Desk())

    def create() -> TriedBookings:
        control = answer(left.pop(0))
        lists = ListsAfterwards(desk, TARGET, bodies, control, tee_time)
        return TriedBookings(desk, tee_time, {"no course": bodies}, {"no course": [answer(400)]}, control, lists)

    return create


def judge(attempt: Callable[[], TriedBookings], sheet: Sheet) -> None:
    """Judges attempts on a made-up clock."""
    with timed_by(MadeUpTime()):
        require_no_effect(attempt(), attempt, cast(TeeTimeFinder, sheet), TARGET)


def test_places_that_are_gone_everywhere_are_found() -> None:
    with pytest.raises(Violation, match="2 of its places are gone, and at 3 more tee times"):
        judge(creates(409, 409, 409, 409), Sheet([2]))


def test_somebody_else_may_have_booked_at_one_tee_time() -> None:
    with pytest.raises(Inconclusive):
        judge(creates(409, 201), Sheet([2]))


def test_a_create_that_is_refused_although_all_places_are_free_proves_nothing() -> None:
    with pytest.raises(Inconclusive):
        judge(creates(409), Sheet([4]))


def test_places_that_come_back_in_time_are_not_gone() -> None:
    with pytest.raises(Inconclusive):
        judge(creates(409), Sheet([2, 2, 4]))
