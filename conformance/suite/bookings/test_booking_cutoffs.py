"""Checks of what a course refuses when a tee time is near. They move the clock of the target, and leave bookings behind
that nobody can cancel any more.
"""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from conformance.asking.oracles import part, same
from conformance.discovery import BookingDesk, CourseFinder, MovableClock, TeeTimeFinder
from conformance.evidence.verdicts import verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import Booked, if_possible, read
from conformance.suite.arranged.deliveries import Mailroom
from conformance.suite.arranged.read_back import require_refused_and_unchanged, require_unchanged
from conformance.suite.bookings.cancellation_dates import require_dated_days_later
from conformance.suite.bookings.cancelled_bookings import Cancellation
from conformance.suite.bookings.decided_bookings import (
    cancel_before_its_course_answers,
    require_still_cancelled,
)
from conformance.suite.bookings.delivered_refusals import ask_inside_the_cutoffs, require_nothing_delivered
from conformance.suite.bookings.inside_cutoffs import (
    PARTIES,
    Overtaken,
    book_and_overtake,
    book_at_short_notice,
    cancel_too_late,
    near_and_far,
)
from conformance.suite.bookings.new_bookings import require_confirmed
from conformance.suite.bookings.tried_inside_cutoffs import TriedCases, try_cancels, try_changes
from conformance.target.target import Target

# The booking has to be cancelled before the first check moves the clock.
pytestmark = pytest.mark.usefixtures("cancelled_while_pending")

_A_FEW_DAYS = 4 * 24 * 60
_A_WEEK = 7 * 24 * 60
_UNTIL_AFTER_THE_DAY = timedelta(days=2)
# `book_and_overtake` finds up to two courses.
_of_each_course = pytest.mark.parametrize("turn", [0, 1], ids=["a course", "a course with other cutoffs"])
_of_each_party = pytest.mark.parametrize("players", PARTIES)


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
) -> Sequence[Overtaken]:
    """Bookings whose cutoffs have passed, of up to two courses. Whatever was cancelled before is days old then."""
    return book_and_overtake(bookings, courses, tee_times, clock, target)


@pytest.fixture(scope="session")
def changes_tried(bookings: BookingDesk, overtaken: Sequence[Overtaken]) -> TriedCases:
    """What came of changes inside the cutoffs, for each of the bookings `overtaken`."""
    return try_changes(bookings, overtaken)


@pytest.fixture(scope="session")
def cancels_tried(bookings: BookingDesk, overtaken: Sequence[Overtaken]) -> TriedCases:
    """What came of cancels inside the cutoffs, for each of the bookings `overtaken`."""
    return try_cancels(bookings, overtaken)


@pytest.fixture(scope="session")
def at_short_notice(bookings: BookingDesk, run: Run, target: Target, request: pytest.FixtureRequest) -> Booked:
    """A booking that is created inside its cutoffs, from a hold in every other run. It stays on the target."""
    overtaken: Sequence[Overtaken] = if_possible(lambda: request.getfixturevalue("overtaken"))
    return book_at_short_notice(bookings, overtaken, from_hold=target.hold_id is not None and run.seed % 2 == 1)


@pytest.fixture
def cutoffs_passed(request: pytest.FixtureRequest) -> None:
    """The clock after the cutoffs of the bookings `overtaken`. Raises `NoEvidence` where there are none."""
    if_possible(lambda: request.getfixturevalue("overtaken"))


@verifies("BKU-06", moves_clock_minutes=_A_FEW_DAYS)
@_of_each_course
@_of_each_party
def test_inside_the_modification_cutoff_changes_are_refused(changes_tried: TriedCases, turn: int, players: int) -> None:
    tried = changes_tried[turn, players]()

    require_refused_and_unchanged(tried.attempts, tried.before, tried.after, control=tried.control)


@verifies("BKX-06", moves_clock_minutes=_A_FEW_DAYS)
@_of_each_course
@_of_each_party
def test_inside_the_cancellation_cutoff_a_cancel_is_refused(cancels_tried: TriedCases, turn: int, players: int) -> None:
    tried = cancels_tried[turn, players]()

    what = f"the status of booking {tried.where}, after a cancel inside the cutoff,"
    same(tried.after.get("status"), tried.before.get("status"), what)
    require_refused_and_unchanged(tried.attempts, tried.before, tried.after, control=tried.control)


# Only where the clock can be moved: another check decides the row as well.
@verifies("BKX-05", moves_clock_minutes=_A_FEW_DAYS)
def test_a_cancellation_days_after_the_booking_is_dated_when_it_happened(request: pytest.FixtureRequest) -> None:
    cancels_tried: TriedCases = if_possible(lambda: request.getfixturevalue("cancels_tried"))
    tried = if_possible(cancels_tried[0, 2])

    require_dated_days_later(Cancellation(tried.outside, tried.control))


# Only where the clock can be moved: other checks decide the row as well.
@verifies("BKC-01", moves_clock_minutes=_A_FEW_DAYS)
def test_a_booking_at_short_notice_is_confirmed_at_once(at_short_notice: Booked) -> None:
    require_confirmed([at_short_notice])


@verifies("BKX-06", moves_clock_minutes=_A_FEW_DAYS)
def test_a_booking_at_short_notice_cannot_be_cancelled(bookings: BookingDesk, at_short_notice: Booked) -> None:
    attempts = [bookings.cancel(at_short_notice.id) for _ in range(2)]
    # A cancel may move the status alone, so the answer to the creation takes the place of a read before. What refused
    # cancels leave as it was, another check reads.
    shown = {"status": at_short_notice.shown("status")}
    after = read(bookings, at_short_notice.id) if any(attempt.is_success for attempt in attempts) else shown
    before = after | shown
    require_refused_and_unchanged(attempts, before, after, control=at_short_notice.answer)


@verifies("BKX-09", moves_clock_minutes=_A_FEW_DAYS)
@pytest.mark.usefixtures("cutoffs_passed")
def test_a_booking_that_was_cancelled_while_pending_stays_cancelled_for_days(
    bookings: BookingDesk, cancelled_while_pending: Sequence[Booked], target: Target
) -> None:
    require_still_cancelled(bookings, cancelled_while_pending, target)


# Only where the clock can be moved: other checks decide the row as well.
@verifies("ENV-16", moves_clock_minutes=_A_FEW_DAYS)
def test_a_refused_cancel_changes_nothing(bookings: BookingDesk, request: pytest.FixtureRequest) -> None:
    overtaken: Sequence[Overtaken] = if_possible(lambda: request.getfixturevalue("overtaken"))
    near, _ = near_and_far(overtaken, 0, 2)
    before = if_possible(lambda: read(bookings, near.id))

    cancel_too_late(bookings, near)

    require_unchanged(before, read(bookings, near.id))


# Only where the clock can be moved: other checks decide the row as well.
@verifies("EVT-10", moves_clock_minutes=_A_FEW_DAYS)
@pytest.mark.hears_deliveries
def test_what_a_cutoff_forbids_is_not_delivered(first_mailroom: Mailroom, request: pytest.FixtureRequest) -> None:
    overtaken: Sequence[Overtaken] = if_possible(lambda: request.getfixturevalue("overtaken"))
    near, _ = near_and_far(overtaken, 0, 2)

    early = if_possible(lambda: ask_inside_the_cutoffs(first_mailroom, near))

    require_nothing_delivered(early, near)


# The checks before it need a clock before the tee times, so it moves the clock last.
@verifies("BKG-02", moves_clock_minutes=_A_WEEK)
def test_a_booking_of_a_past_day_still_shows_its_lead_player(
    bookings: BookingDesk, clock: MovableClock, at_short_notice: Booked
) -> None:
    lead = if_possible(lambda: part(read(bookings, at_short_notice.id), "leadPlayer", judge=False))

    clock.advance(_UNTIL_AFTER_THE_DAY)
    after = read(bookings, at_short_notice.id)

    same(after.get("leadPlayer"), lead, f"leadPlayer of {at_short_notice.where}, after its day,")
