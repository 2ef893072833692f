"""Bookings between the two cutoffs of their course: one act is still allowed, the other is not.

Only on targets whose clock can be moved, which are laboratories: elsewhere, a tee time that is so near may cost money.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from conformance.asking.oracles import refused
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer
from conformance.evidence.verdicts import NoEvidence
from conformance.suite.arranged.booked import PLACES, Booked, change, if_possible, read, read_before
from conformance.suite.arranged.read_back import require_refused_and_unchanged
from conformance.suite.arranged.ways_to_book import book_in_some_way
from conformance.suite.bookings.inside_cutoffs import SPARE, Cutoffs, barely_inside, cutoffs_where
from conformance.target.target import Target

_MOST_DAYS_READ = 3
_CHANGE: Mapping[str, Any] = {"specialRequests": "Two buggies, please. Changed by a conformance run."}


@dataclass(frozen=True)
class BetweenCutoffs:
    """A booking of a course whose longer cutoff has passed and whose shorter cutoff has not passed, and the answers to
    a change and then to a cancellation. *before* and *after* the change it was read.
    """

    booked: Booked
    before: Mapping[str, Any]
    changed: Answer
    after: Mapping[str, Any]
    cancelled: Answer


def act_between_cutoffs(
    desk: BookingDesk,
    courses: CourseFinder,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    target: Target,
    *,
    changes_end_first: bool,
) -> BetweenCutoffs:
    """Books between the cutoffs of a course where changes end first, or cancellations, changes the booking and cancels
    it. Raises `NoEvidence` where the run knows no such course, or the course takes no booking for such a day.
    """
    if not clock.moves:
        raise NoEvidence("Only a target whose clock can be moved is asked about tee times so near.")
    cutoffs = _some_cutoffs(courses, changes_end_first=changes_end_first)
    tee_time = _tee_time_between(tee_times, cutoffs, if_possible(clock.now))
    booked = if_possible(lambda: book_in_some_way(desk, tee_time, target, may_change=not changes_end_first))
    before = if_possible(lambda: read_before(desk, booked.id))
    if before.get("status") != "confirmed":
        raise NoEvidence("The booking is not confirmed, which BKC-01 judges.")
    answer = desk.update(booked.id, _CHANGE) if changes_end_first else change(desk, booked.id, _CHANGE)
    after = read(desk, booked.id)
    return BetweenCutoffs(booked, before, answer, after, desk.cancel(booked.id))


def _some_cutoffs(courses: CourseFinder, *, changes_end_first: bool) -> Cutoffs:
    def fits(cutoffs: Cutoffs) -> bool:
        is_wide = cutoffs.longer - cutoffs.shorter > 4 * SPARE
        return is_wide and (cutoffs.to_change > cutoffs.to_cancel) is changes_end_first

    if found := cutoffs_where(fits, courses):
        return found
    first, second = ("changes", "cancellations") if changes_end_first else ("cancellations", "changes")
    raise NoEvidence(f"No course was found whose cutoff of {first} is half a day longer than its cutoff of {second}.")


def _tee_time_between(tee_times: TeeTimeFinder, cutoffs: Cutoffs, now: datetime) -> OfferedTeeTime:
    """A free tee time that is `barely_inside` the longer cutoff, whether the target counts in UTC or as the course."""
    spare = SPARE + abs(cutoffs.ahead_of_utc)

    def fits(tee_time: OfferedTeeTime) -> bool:
        remaining = cutoffs.tees_off_at(tee_time) - now
        return tee_time.places >= PLACES and cutoffs.shorter + spare < remaining < cutoffs.longer - spare

    last_moment = now + cutoffs.longer - spare + cutoffs.ahead_of_utc
    for days_before in range(_MOST_DAYS_READ):
        day = (last_moment - timedelta(days=days_before)).date()
        found = barely_inside(
            [tee_time for tee_time in tee_times.on(cutoffs.course_id, day).tee_times if fits(tee_time)]
        )
        if found:
            return found[0]
    raise NoEvidence("The course offers no tee time between its two cutoffs.")


def require_change_refused(desk: BookingDesk, between: BetweenCutoffs, elsewhere: Booked) -> None:
    """Raises `Violation` unless the change was refused, when another booking, *elsewhere*, takes it."""
    control = change(desk, elsewhere.id, _CHANGE)

    because = f"the cutoff of changes has passed for {between.booked.where}"
    require_refused_and_unchanged([between.changed], between.before, between.after, control=control, because=because)


def require_cancel_refused(desk: BookingDesk, between: BetweenCutoffs, elsewhere: Booked) -> None:
    """Raises `Violation` unless the cancellation was refused, when the booking *elsewhere* can be cancelled."""
    control = desk.cancel(elsewhere.id)

    refused(between.cancelled, control=control, because=f"its cutoff has passed for {between.booked.where}")
