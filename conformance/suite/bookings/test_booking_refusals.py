"""Checks of bookings that must not come about: each attempt is refused, leaves nothing, and has a valid twin."""

from datetime import timedelta
from typing import Any

import pytest

from conformance.discovery import BookingDesk, CourseFinder, TeeTimeFinder, changed, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import exercises, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, bodies_of_every_size
from conformance.suite.arranged.play_days import latest_day_over
from conformance.suite.arranged.read_back import none_is_booked
from conformance.suite.bookings.refused_bookings import (
    course_of_few_players,
    hold_for_two,
    malformed_dates,
    offered_and_not_offered,
    require_no_server_errors,
    require_refused_beyond_the_horizon,
    require_refused_where_a_fresh_booking_is_accepted,
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

    none_is_booked(bookings, target, tee_time, incomplete)


@verifies("BKC-12")
def test_a_booking_that_completes_a_hold_needs_players_too(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time, hold_id = hold_for_two(bookings, tee_times, target)

    attempt = bookings.post(without(bookings.body(tee_time, 2), "players") | hold_id, role=Role.attempt)

    require_refused_where_a_fresh_booking_is_accepted(bookings, tee_times, attempt)


@verifies("BKC-20")
def test_fewer_than_one_player_is_refused(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    too_few = [bookings.body(tee_time, players) for players in (0, -1)]

    none_is_booked(bookings, target, tee_time, too_few, twin_players=1)


@verifies("BKC-21")
def test_more_than_four_players_are_refused(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target) -> None:
    tee_time = tee_times.fresh()
    too_many = [bookings.body(tee_time, players) for players in (5, 99)]

    none_is_booked(bookings, target, tee_time, too_many, twin_players=4)


@verifies("BKC-22")
def test_players_that_are_no_integer_are_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    no_integers = [bookings.body(tee_time) | {"players": players} for players in (2.5, "two")]

    none_is_booked(bookings, target, tee_time, no_integers, twin_players=2)


@verifies("BKC-23")
def test_an_unknown_course_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    unknown_id = courses.unknown_id(tee_time.course_id)
    on_nothing = [changed(body, "courseId", unknown_id) for body in bodies_of_every_size(bookings, tee_time)]

    none_is_booked(bookings, target, tee_time, on_nothing)


@verifies("BKC-24")
def test_a_tee_time_that_is_not_offered_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time, not_offered = offered_and_not_offered(tee_times)

    bodies = [changed(bookings.body(tee_time), "teeTime", text) for text in not_offered]
    none_is_booked(bookings, target, tee_time, bodies)


@verifies("BKC-26")
def test_a_past_date_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run
) -> None:
    tee_time = tee_times.fresh()
    yesterday = latest_day_over(courses, tee_time.course_id, courses.terms_answered(tee_time.course_id).answered_at)
    past_days = [yesterday, *(run.today - timedelta(days=days) for days in (7, 30))]

    bodies = [changed(bookings.body(tee_time), "date", past_day.isoformat()) for past_day in past_days]
    none_is_booked(bookings, target, tee_time, bodies)


@verifies("BKC-27")
def test_a_date_beyond_the_horizon_of_the_course_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run
) -> None:
    require_refused_beyond_the_horizon(bookings, tee_times, courses, target, run)


@verifies("BKC-28")
def test_more_players_than_the_course_terms_allow_are_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    course_id, maximum = course_of_few_players(courses)
    tee_time = whole_tee_time(tee_times.at(course_id))

    bodies = [bookings.body(tee_time, players) for players in range(maximum + 1, PLACES + 1)]
    none_is_booked(bookings, target, tee_time, bodies, twin_players=maximum)


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
    none_is_booked(bookings, target, tee_time, bodies)


@verifies("BKC-34")
def test_a_lead_player_that_is_no_object_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    people: tuple[Any, ...] = ("Ada Lindqvist", ["Ada", "Lindqvist"], 7)
    shapeless = [changed(bookings.body(tee_time), "leadPlayer", lead_player) for lead_player in people]

    attempts = none_is_booked(bookings, target, tee_time, shapeless)

    require_no_server_errors(attempts)


@exercises("createBooking", writes=True, rows=("ENV-15",))
def test_a_booking_with_very_long_texts_is_answered(bookings: BookingDesk, tee_times: TeeTimeFinder) -> None:
    try_very_long_texts(bookings, tee_times.fresh())
