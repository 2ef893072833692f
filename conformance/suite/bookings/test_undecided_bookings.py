"""Checks of bookings that wait for their course: nothing that an agency sends decides them."""

from collections.abc import Callable
from itertools import cycle

import pytest

from conformance.asking.levers import CourseDecisions
from conformance.discovery import BookingDesk, CourseFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, if_possible
from conformance.suite.arranged.pending import book_pending, wished
from conformance.suite.bookings.undecided_bookings import (
    require_nothing_else_changed,
    require_others_kept,
    require_reading_decides_nothing,
)

_TIMES = ("09:40", "10:10", "11:10", "11:50", "12:20", "13:10")


@pytest.fixture(scope="session")
def book_another(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Callable[[], Booked]:
    """Books at the declared offline course, at the next tee time. Raises `NoEvidence` where that is refused."""
    times = cycle(_TIMES)
    return lambda: if_possible(lambda: book_pending(bookings, wished(courses, run, next(times)), 2))


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


@verifies("BKU-09")
@pytest.mark.parametrize("state", ["pending", "confirmed"])
def test_members_of_a_booking_at_an_offline_course_keep_their_value(
    bookings: BookingDesk, book_another: Callable[[], Booked], course_decisions: CourseDecisions, state: str
) -> None:
    booked = book_another()
    if state == "confirmed":
        if_possible(lambda: course_decisions.confirm(booked.id))

    require_others_kept(bookings, booked)
