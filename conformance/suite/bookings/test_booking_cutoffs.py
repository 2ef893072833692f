"""Checks of what a course refuses when a tee time is near. They move the clock of the target, and leave bookings behind
that nobody can cancel any more.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, if_possible, read
from conformance.suite.arranged.read_back import unchanged
from conformance.suite.bookings.decided_bookings import (
    cancel_before_its_course_answers,
    require_still_cancelled,
)
from conformance.suite.bookings.inside_cutoffs import (
    Overtaken,
    book_at_short_notice,
    cancel_too_late,
    overtaken_bookings,
    require_cancels_refused,
    require_changes_refused,
)
from conformance.suite.bookings.new_bookings import require_confirmed
from conformance.target.target import Target

_A_FEW_DAYS = 4 * 24 * 60
_CHANGES: Mapping[str, Any] = {
    "players": 3,
    "specialRequests": "Two trolleys, please. Changed by a conformance run.",
    "agencyBookingReference": "changed-by-a-conformance-run",
}


@pytest.fixture(scope="session")
def cancelled_while_pending(bookings: BookingDesk, courses: CourseFinder, run: Run) -> Sequence[Booked]:
    """A booking that was cancelled while it waited for its course; none where there is no such course."""
    return cancel_before_its_course_answers(bookings, courses, run)


@pytest.fixture(scope="session")
def overtaken(
    bookings: BookingDesk,
    courses: CourseFinder,
    tee_times: TeeTimeFinder,
    clock: MovableClock,
    target: Target,
    cancelled_while_pending: Sequence[Booked],
) -> Sequence[Overtaken]:
    """Bookings whose cutoffs have passed, of up to two courses. Whatever was cancelled before is days old then."""
    return overtaken_bookings(bookings, courses, tee_times, clock, target)


@verifies("BKU-06", moves_clock_minutes=_A_FEW_DAYS)
@pytest.mark.parametrize("which", [0, 1])
def test_inside_the_modification_cutoff_changes_are_refused(
    bookings: BookingDesk, overtaken: Sequence[Overtaken], which: int
) -> None:
    require_changes_refused(bookings, overtaken, which, _CHANGES)


@verifies("BKX-06", moves_clock_minutes=_A_FEW_DAYS)
@pytest.mark.parametrize("which", [0, 1])
def test_inside_the_cancellation_cutoff_a_cancel_is_refused(
    bookings: BookingDesk, overtaken: Sequence[Overtaken], which: int
) -> None:
    require_cancels_refused(bookings, overtaken, which)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("BKC-01", moves_clock_minutes=_A_FEW_DAYS)
def test_a_booking_at_short_notice_is_confirmed_at_once(bookings: BookingDesk, request: pytest.FixtureRequest) -> None:
    overtaken: Sequence[Overtaken] = if_possible(lambda: request.getfixturevalue("overtaken"))

    require_confirmed([book_at_short_notice(bookings, overtaken)])


@verifies("BKX-09", moves_clock_minutes=_A_FEW_DAYS)
def test_a_booking_that_was_cancelled_while_pending_stays_cancelled_for_days(
    bookings: BookingDesk,
    request: pytest.FixtureRequest,
    cancelled_while_pending: Sequence[Booked],
    target: Target,
) -> None:
    if_possible(lambda: request.getfixturevalue("overtaken"))

    require_still_cancelled(bookings, cancelled_while_pending, target)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("ENV-16", moves_clock_minutes=_A_FEW_DAYS)
def test_a_refused_cancel_changes_nothing(bookings: BookingDesk, request: pytest.FixtureRequest) -> None:
    overtaken: Sequence[Overtaken] = if_possible(lambda: request.getfixturevalue("overtaken"))
    near = overtaken[0].inside[0]
    before = if_possible(lambda: read(bookings, near.id))

    cancel_too_late(bookings, near)

    unchanged(before, read(bookings, near.id))
