"""Checks of bookings that must not come about: each attempt is refused, leaves nothing, and has a valid twin."""

from collections.abc import Collection

import pytest

from conformance.asking.oracles import refused
from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder, changed
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, if_possible
from conformance.suite.arranged.course_samples import course_of_few_players
from conformance.suite.arranged.from_holds import book_from_hold
from conformance.suite.arranged.read_back import require_refused_without_trace, try_to_book
from conformance.suite.bookings.refused_bookings import (
    DAYS_BEYOND,
    change_read_and_cancel,
    complete_a_hold_of,
    days_beyond_the_horizon,
    require_no_server_errors,
    tee_time_at_noon,
    try_very_long_texts,
    two_whole_tee_times,
    whole_tee_time,
)
from conformance.suite.bookings.refused_creates import require_no_effect
from conformance.suite.bookings.wrong_bookings import (
    NO_OBJECT,
    ROW_OF_ALL,
    WAYS_TO_BE_WRONG,
    TriedBookings,
    try_wrong_bookings,
)
from conformance.target.target import Target


@pytest.fixture(scope="session")
def tried_bookings(
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    courses: CourseFinder,
    run: Run,
    target: Target,
    decided_rows: Collection[str],
) -> TriedBookings:
    """Bookings that are wrong in every way that a row of this run wants refused, and a valid one after them."""
    return try_wrong_bookings(bookings, tee_times, courses, run, target, decided_rows)


@pytest.mark.parametrize(
    "way", [pytest.param(way, marks=verifies(wrong.row)) for way, wrong in WAYS_TO_BE_WRONG.items() if way != NO_OBJECT]
)
def test_a_wrong_booking_is_refused(tried_bookings: TriedBookings, way: str) -> None:
    tried_bookings.require_refused(way)


@verifies("BKC-34")
def test_a_lead_player_that_is_no_object_is_refused(tried_bookings: TriedBookings) -> None:
    tried_bookings.require_refused(NO_OBJECT)
    require_no_server_errors(tried_bookings.attempts[NO_OBJECT])


@verifies(ROW_OF_ALL)
def test_a_refused_create_creates_nothing(
    bookings: BookingDesk,
    tee_times: TeeTimeFinder,
    courses: CourseFinder,
    run: Run,
    target: Target,
    tried_bookings: TriedBookings,
) -> None:
    def try_again() -> TriedBookings:
        return try_wrong_bookings(bookings, tee_times, courses, run, target, [ROW_OF_ALL])

    require_no_effect(tried_bookings, try_again, tee_times, target)


@verifies("BKC-27")
@pytest.mark.parametrize("course", DAYS_BEYOND)
def test_a_date_beyond_the_horizon_of_the_course_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run, course: str
) -> None:
    tee_time = tee_time_at_noon(tee_times, target, course)
    days = days_beyond_the_horizon(courses, tee_time.course_id, run, DAYS_BEYOND[course])
    bodies = [changed(bookings.body(tee_time, 2), "date", day.isoformat()) for day in days]

    attempts = try_to_book(bookings, bodies)
    control = bookings.create(tee_time, 2)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("BKC-28")
def test_more_players_than_the_course_terms_allow_are_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    course_id, maximum = course_of_few_players(courses)
    tee_time = whole_tee_time(tee_times.at(course_id))

    bodies = [bookings.body(tee_time, players) for players in range(maximum + 1, PLACES + 1)]

    attempts = try_to_book(bookings, bodies)
    control = bookings.create(tee_time, maximum)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


# Another check decides the row as well.
@verifies("BKC-28")
def test_more_players_than_the_course_terms_allow_complete_no_hold(
    bookings: BookingDesk, other_bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    course_id, maximum = if_possible(lambda: course_of_few_players(courses))
    first, second = if_possible(lambda: two_whole_tee_times(tee_times.at(course_id, tee_times=2)))

    control = book_from_hold(bookings, bookings.body(first, maximum), first, target)
    change_read_and_cancel(bookings, other_bookings, control, maximum - 1)
    attempt = complete_a_hold_of(bookings, second, PLACES)

    refused(attempt, control=control.answer, because=f"the course allows {maximum} players")


@exercises("createBooking", writes=True, rows=("ENV-15",))
def test_a_booking_with_very_long_texts_is_answered(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    try_very_long_texts(bookings, tee_times.fresh())
