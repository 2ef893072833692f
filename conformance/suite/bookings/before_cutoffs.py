"""Bookings shortly before a cutoff of their course, while what the cutoff ends is still allowed.

Only on targets whose clock can be moved, which are laboratories: elsewhere, a tee time that is so near may cost money.
"""

from datetime import datetime, timedelta

from conformance.discovery import BookingDesk, CourseFinder, MovableClock, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.verdicts import NoEvidence
from conformance.suite.arranged.booked import PLACES, Booked, if_possible
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.suite.bookings.inside_cutoffs import SPARE, Cutoffs, cutoffs_where
from conformance.target.target import Target

_MOST_DAYS_READ = 3


def book_before_changes_end(
    desk: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Booked:
    """A confirmed booking that can be changed for some hours more, and cancelled at least as long.

    Raises `NoEvidence` where the run knows no such course, or the course takes no booking for such a day.
    """
    cutoffs = _cutoffs(courses, clock)
    tee_time = _first_tee_time(tee_times, cutoffs, if_possible(clock.now) + cutoffs.to_change)
    return _book(desk, tee_time, target)


def book_before_cancellations_end(
    desk: BookingDesk, courses: CourseFinder, tee_times: TeeTimeFinder, clock: MovableClock, target: Target
) -> Booked:
    """As `book_before_changes_end`, a booking that can be cancelled for some hours more."""
    cutoffs = _cutoffs(courses, clock)
    tee_time = _first_tee_time(tee_times, cutoffs, if_possible(clock.now) + cutoffs.to_cancel)
    return _book(desk, tee_time, target)


def _cutoffs(courses: CourseFinder, clock: MovableClock) -> Cutoffs:
    if not clock.moves:
        raise NoEvidence("Only a target whose clock can be moved is asked about tee times so near.")
    found = cutoffs_where(lambda cutoffs: cutoffs.to_change >= cutoffs.to_cancel, courses)
    if found is None:
        raise NoEvidence("No course was found where bookings can be cancelled at least as long as they can be changed.")
    return found


def _first_tee_time(tee_times: TeeTimeFinder, cutoffs: Cutoffs, ended: datetime) -> OfferedTeeTime:
    """The first free tee time after the moment *ended*, at which an act would be too late, with hours to spare."""
    earliest = ended + SPARE + abs(cutoffs.ahead_of_utc)
    first_day = (earliest + cutoffs.ahead_of_utc).date()
    for days_later in range(_MOST_DAYS_READ):
        day = tee_times.known_on(cutoffs.course_id, first_day + timedelta(days=days_later))
        for tee_time in sorted(day.tee_times, key=lambda tee_time: tee_time.time):
            if tee_time.places >= PLACES and cutoffs.tees_off_at(tee_time) > earliest:
                return tee_time
    raise NoEvidence("The course offers no tee time in the days after its cutoff.")


def _book(desk: BookingDesk, tee_time: OfferedTeeTime, target: Target) -> Booked:
    booked = if_possible(lambda: book_in_some_way(desk, tee_time, target))
    if booked.shown("status") != "confirmed":
        raise NoEvidence("The booking is not confirmed, which BKC-01 judges.")
    return booked
