"""Bookings that a golf course has to confirm. Only a course that the target file names is asked: others may be real."""

from datetime import timedelta

from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import Inconclusive, NoEvidence, or_else
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, Booked, book, book_unusually, read
from conformance.suite.arranged.play_days import bookable_day

_DAYS_AHEAD = 30
# Tee times that follow each other are in different quarters of a year, so bookings are in winter and in summer. They
# are two days of the week apart, so some are on weekends.
_QUARTERS, _DAYS_OF_A_QUARTER = 4, 93
_MINUTES_BETWEEN_TEE_TIMES = 10
_PAIR = 2


def wished(courses: CourseFinder, run: Run, tee_time: str) -> OfferedTeeTime:
    """A tee time of the declared offline course. Raises `Untested` where none is declared."""
    course_id = courses.declared("offline")
    # An offline course shows no tee sheet, so the time is a wish.
    hour, minute = map(int, tee_time.split(":"))
    quarter = (hour * 60 + minute) // _MINUTES_BETWEEN_TEE_TIMES % _QUARTERS
    # With each seed, another day of the week.
    days = _DAYS_AHEAD + run.seed % 7 + quarter * _DAYS_OF_A_QUARTER
    play_date = run.today + timedelta(days=bookable_day(courses, course_id, days))
    return OfferedTeeTime(course_id, play_date, tee_time, places=4, green_fee=None, currency=None)


def book_pending(desk: BookingDesk, wish: OfferedTeeTime, players: int, *, is_whole: bool = False) -> Booked:
    """A pending booking, that of a pair with a reference of digits. Unless it *is_whole*, it may lack optional members.

    Raises `Inconclusive` when it is refused, or is not pending.
    """
    body = desk.body(wish, players, is_whole=is_whole)
    if players == _PAIR:
        booked = book_unusually(desk, body, wish, agencyBookingReference=desk.reference_in_digits())
    else:
        booked = book(desk, body, wish)
    if booked.shown("status") != "pending":
        raise Inconclusive("The booking is not pending, which BKC-02 judges.")
    return booked


def book_pending_if_possible(desk: BookingDesk, courses: CourseFinder, run: Run, tee_time: str) -> tuple[Booked, ...]:
    """A pending booking for two; none where no offline course is declared, or where it is refused."""
    return or_else(lambda: (book_pending(desk, wished(courses, run, tee_time), 2),), ())


def change_while_pending(desk: BookingDesk, booked: Booked) -> None:
    """Raises the players of the booking where there is room, or else changes its texts. A refusal is open; raises
    `NoEvidence` when the booking is not pending any more, which is open too.
    """
    texts = {"specialRequests": "A buggy, please. Changed by a conformance run."}
    answer = desk.update(booked.id, {"players": booked.players + 1} if booked.players < PLACES else texts)
    if not answer.is_success:
        answer.mark(Role.attempt)
    elif read(desk, booked.id).get("status") != "pending":
        raise NoEvidence("The booking was no longer pending after the change.")
