"""Checks of bookings that a golf course has to confirm. Only a course the target file names may be asked."""

from datetime import timedelta

import pytest

from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime
from conformance.levers import CourseDecisions
from conformance.oracles import part, same, within_budget
from conformance.run import Run
from conformance.suite.booked import Booked, book, read
from conformance.suite.play_days import bookable_day
from conformance.target import Target
from conformance.verdicts import Inconclusive, verifies

_DAYS_AHEAD = 31
_TIMES = ("09:00", "10:30", "12:00", "13:30")


@verifies("BKC-02")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_booking_on_an_offline_course_is_pending(
    bookings: BookingDesk, courses: CourseFinder, run: Run, players: int
) -> None:
    booked = _asked(bookings, courses, run, players)

    same(part(booked.answer.body, "data.status"), "pending", "the status of a new booking on an offline course")


@verifies("BST-01")
@pytest.mark.parametrize("players", [1, 4])
def test_a_pending_booking_becomes_confirmed_when_the_course_confirms(
    bookings: BookingDesk,
    courses: CourseFinder,
    run: Run,
    target: Target,
    course_decisions: CourseDecisions,
    players: int,
) -> None:
    booked = _asked(bookings, courses, run, players)
    if booked.shown("status") != "pending":
        raise Inconclusive("The booking is not pending, which BKC-02 judges.")

    course_decisions.confirm(booked.id)

    status = within_budget(
        lambda: read(bookings, booked.id).get("status"),
        lambda shown: shown == "confirmed",
        seconds=target.budgets.visibility_seconds,
    )
    same(status, "confirmed", "the status of a booking that its course has confirmed")


def _asked(bookings: BookingDesk, courses: CourseFinder, run: Run, players: int) -> Booked:
    """A booking on the declared offline course. Raises `Untested` without one: a real course would be asked."""
    course_id = courses.declared("offline")
    # An offline course shows no tee sheet, so the time is a wish.
    play_date = run.today + timedelta(days=bookable_day(courses, course_id, _DAYS_AHEAD))
    wish = OfferedTeeTime(course_id, play_date, _TIMES[players - 1], places=4, green_fee=None, currency=None)
    return book(bookings, bookings.body(wish, players), wish)
