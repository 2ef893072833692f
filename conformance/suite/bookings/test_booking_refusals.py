"""Checks of bookings that must not come about: each attempt is refused, leaves nothing, and has a valid twin."""

from datetime import timedelta
from typing import Any

import pytest

from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder, changed, without
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, bodies_of_every_size
from conformance.suite.arranged.play_days import latest_day_over
from conformance.suite.arranged.read_back import require_refused_without_trace, try_to_book
from conformance.suite.bookings.refused_bookings import (
    DAYS_BEYOND,
    course_of_few_players,
    days_beyond_the_horizon,
    malformed_dates,
    offered_and_not_offered,
    require_no_server_errors,
    tee_time_at_noon,
    try_very_long_texts,
    whole_tee_time,
)
from conformance.target.target import Target


@pytest.mark.parametrize(
    "member",
    [
        pytest.param("courseId", marks=verifies("BKC-09")),
        pytest.param("date", marks=verifies("BKC-10")),
        pytest.param("teeTime", marks=verifies("BKC-11")),
        pytest.param("players", marks=verifies("BKC-12")),
        pytest.param("leadPlayer", marks=verifies("BKC-13")),
        pytest.param("leadPlayer.firstName", marks=verifies("BKC-14")),
        pytest.param("leadPlayer.lastName", marks=verifies("BKC-15")),
        pytest.param("leadPlayer.email", marks=verifies("BKC-16")),
    ],
)
def test_a_booking_without_a_required_member_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, member: str
) -> None:
    tee_time = tee_times.fresh()
    incomplete = [without(body, member) for body in bodies_of_every_size(bookings, tee_time)]

    attempts = try_to_book(bookings, incomplete)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, incomplete, control=control, tee_time=tee_time)


@verifies("BKC-20")
def test_fewer_than_one_player_is_refused(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    too_few = [bookings.body(tee_time, players) for players in (0, -1)]

    attempts = try_to_book(bookings, too_few)
    control = bookings.create(tee_time, 1)

    require_refused_without_trace(bookings, target, attempts, too_few, control=control, tee_time=tee_time)


@verifies("BKC-21")
def test_more_than_four_players_are_refused(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    too_many = [bookings.body(tee_time, players) for players in (5, 99)]

    attempts = try_to_book(bookings, too_many)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, too_many, control=control, tee_time=tee_time)


@verifies("BKC-22")
def test_players_that_are_no_integer_are_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    no_integers = [bookings.body(tee_time) | {"players": players} for players in (2.5, "two")]

    attempts = try_to_book(bookings, no_integers)
    control = bookings.create(tee_time, 2)

    require_refused_without_trace(bookings, target, attempts, no_integers, control=control, tee_time=tee_time)


@verifies("BKC-23")
def test_an_unknown_course_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    unknown_id = courses.unknown_id(tee_time.course_id)
    on_nothing = [changed(body, "courseId", unknown_id) for body in bodies_of_every_size(bookings, tee_time)]

    attempts = try_to_book(bookings, on_nothing)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, on_nothing, control=control, tee_time=tee_time)


@verifies("BKC-24")
def test_a_tee_time_that_is_not_offered_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time, not_offered = offered_and_not_offered(tee_times)

    bodies = [changed(bookings.body(tee_time), "teeTime", text) for text in not_offered]

    attempts = try_to_book(bookings, bodies)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("BKC-26")
def test_a_past_date_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run
) -> None:
    tee_time = tee_times.fresh()
    yesterday = latest_day_over(courses, tee_time.course_id, courses.terms_answered(tee_time.course_id).answered_at)
    past_days = [yesterday, *(run.today - timedelta(days=days) for days in (7, 30))]

    bodies = [changed(bookings.body(tee_time), "date", past_day.isoformat()) for past_day in past_days]

    attempts = try_to_book(bookings, bodies)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


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


@verifies("BKC-29")
def test_a_malformed_date_or_tee_time_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    dates = malformed_dates(tee_time.play_date)
    times = ("25:00", "9am", tee_time.time.replace(":", ""))
    bodies = [
        *(changed(bookings.body(tee_time), "date", text) for text in dates),
        *(changed(bookings.body(tee_time), "teeTime", text) for text in times),
    ]

    attempts = try_to_book(bookings, bodies)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, bodies, control=control, tee_time=tee_time)


@verifies("BKC-34")
def test_a_lead_player_that_is_no_object_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    people: tuple[Any, ...] = ("Ada Lindqvist", ["Ada", "Lindqvist"], 7)
    shapeless = [changed(bookings.body(tee_time), "leadPlayer", lead_player) for lead_player in people]

    attempts = try_to_book(bookings, shapeless)
    control = bookings.create(tee_time, 4)

    require_refused_without_trace(bookings, target, attempts, shapeless, control=control, tee_time=tee_time)
    require_no_server_errors(attempts)


@exercises("createBooking", writes=True, rows=("ENV-15",))
def test_a_booking_with_very_long_texts_is_answered(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    try_very_long_texts(bookings, tee_times.fresh())
