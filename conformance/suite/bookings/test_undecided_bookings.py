"""Checks of bookings that wait for their course: nothing that an agency sends decides them."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import cycle

import pytest

from conformance.asking.levers import CourseDecisions
from conformance.discovery import BookingDesk, CourseFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, if_possible
from conformance.suite.arranged.pending import book_pending, wished
from conformance.suite.bookings.undecided_bookings import (
    ChangeOfOneMember,
    change_single_members,
    require_fixed_members_kept,
    require_nothing_else_changed,
    require_others_kept,
    require_reading_decides_nothing,
)

_TIMES = ("09:40", "10:10", "11:10", "11:50", "12:20", "13:10")
_CONFIRMED = "confirmed"


@pytest.fixture(scope="session")
def book_another(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Callable[[], Booked]:
    """Books at the declared offline course, at the next tee time. Raises `NoEvidence` where that is refused."""
    times = cycle(_TIMES)
    return lambda: if_possible(lambda: book_pending(bookings, wished(courses, run, next(times)), 2, is_whole=True))


@pytest.fixture(scope="session")
def waiting(book_another: Callable[[], Booked]) -> Booked:
    """A pending booking that no other check reads or changes."""
    return book_another()


@verifies("BST-02")
def test_a_pending_booking_stays_pending_however_often_it_is_read(
    bookings: BookingDesk, waiting: Booked, book_another: Callable[[], Booked]
) -> None:
    require_reading_decides_nothing(bookings, waiting, book_another)


@verifies("BKU-04")
def test_nothing_else_of_a_pending_booking_can_be_changed(
    bookings: BookingDesk, waiting: Booked, book_another: Callable[[], Booked]
) -> None:
    require_nothing_else_changed(bookings, waiting, book_another)


@pytest.fixture(scope="session")
def changes(
    bookings: BookingDesk, book_another: Callable[[], Booked], course_decisions: CourseDecisions
) -> Callable[[str], Sequence[ChangeOfOneMember]]:
    """Changes of a booking by its state, made once."""

    def change(state: str) -> Sequence[ChangeOfOneMember]:
        booked = book_another()
        if state == _CONFIRMED:
            if_possible(lambda: course_decisions.confirm(booked.id))
        return change_single_members(bookings, booked)

    return cache(change)


@verifies("BKU-09")
@pytest.mark.parametrize("state", ["pending", _CONFIRMED])
def test_members_of_a_booking_at_an_offline_course_keep_their_value(
    changes: Callable[[str], Sequence[ChangeOfOneMember]], state: str
) -> None:
    require_others_kept(changes(state))


@verifies("BKU-12")
@pytest.mark.parametrize("state", ["pending", _CONFIRMED])
def test_a_change_of_a_booking_at_an_offline_course_keeps_what_identifies_it(
    changes: Callable[[str], Sequence[ChangeOfOneMember]], state: str
) -> None:
    require_fixed_members_kept(changes(state))
