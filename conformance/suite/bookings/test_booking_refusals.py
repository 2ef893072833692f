"""Checks of bookings that must not come about: each attempt is refused, leaves nothing, and has a valid twin."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from conformance.asking.oracles import accepted, part, refused
from conformance.discovery import BookingDesk, CourseFinder, OfferedTeeTime, TeeTimeFinder, changed, without
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import NoEvidence, Untested, Violation, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, bodies_of_every_size, give_back, if_possible
from conformance.suite.arranged.play_days import day_beyond
from conformance.suite.arranged.read_back import none_is_booked
from conformance.target.target import Target

# Two days of slack for time zones, then a whole week, so that every weekday's tee sheet could be meant.
_DAYS_BEYOND_THE_HORIZON = range(3, 10)


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
    if target.hold_id is None or target.hold_id.place != "body":
        raise NoEvidence("The target file does not declare a member of the body that takes a hold id.")
    tee_time = tee_times.fresh()
    held = if_possible(lambda: accepted(bookings.hold(tee_time, 2), "Holding a tee time"))
    hold_id = {target.hold_id.name: if_possible(lambda: part(held, "holdId", judge=False))}

    attempt = bookings.post(without(bookings.body(tee_time, 2), "players") | hold_id, role=Role.attempt)

    if attempt.is_success:
        give_back(bookings, attempt)
        refused(attempt, control=bookings.create(tee_times.fresh(), 2))


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
    day = tee_times.fresh_day()
    offered = {one.time for one in day.tee_times}
    tee_time = next(one for one in day.tee_times if one.places >= PLACES)
    not_offered = sorted({"03:17", _minutes_later(tee_time.time, 1)} - offered)

    bodies = [changed(bookings.body(tee_time), "teeTime", text) for text in not_offered]
    none_is_booked(bookings, target, tee_time, bodies)


@verifies("BKC-26")
def test_a_past_date_is_refused(bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target, run: Run) -> None:
    tee_time = tee_times.fresh()
    past = [run.today - timedelta(days=days) for days in (2, 7, 30)]

    bodies = [changed(bookings.body(tee_time), "date", one.isoformat()) for one in past]
    none_is_booked(bookings, target, tee_time, bodies)


@verifies("BKC-27")
def test_a_date_beyond_the_horizon_of_the_course_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target, run: Run
) -> None:
    for tee_time in _tee_times_at_noon(tee_times, target):
        horizon = part(courses.terms(tee_time.course_id), "bookingTerms.maxDaysInAdvance", judge=False)
        beyond = [day_beyond(run.today, horizon, days) for days in _DAYS_BEYOND_THE_HORIZON]

        bodies = [changed(bookings.body(tee_time, 2), "date", one.isoformat()) for one in beyond]
        none_is_booked(bookings, target, tee_time, bodies, twin_players=2)


@verifies("BKC-28")
def test_more_players_than_the_course_terms_allow_are_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, courses: CourseFinder, target: Target
) -> None:
    course_id = courses.declared("low_maximum")
    maximum = part(courses.terms(course_id), "bookingTerms.maxPlayersPerBooking", judge=False)
    if maximum >= PLACES:
        raise Untested(f"The terms of course {course_id} allow {maximum} players: no more than BKC-21 tests.")
    tee_time = _whole(tee_times, course_id)

    bodies = [bookings.body(tee_time, players) for players in range(maximum + 1, PLACES + 1)]
    none_is_booked(bookings, target, tee_time, bodies, twin_players=maximum)


@verifies("BKC-29")
def test_a_malformed_date_or_tee_time_is_refused(
    bookings: BookingDesk, tee_times: TeeTimeFinder, target: Target
) -> None:
    tee_time = tee_times.fresh()
    dates = _malformed_dates(tee_time.play_date)
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

    for attempt in attempts:
        if attempt.status >= 500:
            raise Violation(
                "a lead player that is no object is refused as the caller's mistake",
                f"{attempt.where} answered {attempt.status}",
                attempt,
            )


def _minutes_later(tee_time: str, minutes: int) -> str:
    moment = datetime.combine(date.min, time.fromisoformat(tee_time)) + timedelta(minutes=minutes)
    return moment.strftime("%H:%M")


def _tee_times_at_noon(tee_times: TeeTimeFinder, target: Target) -> Iterator[OfferedTeeTime]:
    """One on an ordinary course and one on a course with terms of its own, where that is declared."""
    days = [tee_times.fresh_day()]
    if target.courses.override_terms:
        days.append(tee_times.at(target.courses.override_terms))
    for day in days:
        yield min((one for one in day.tee_times if one.places >= PLACES), key=_minutes_from_noon)


def _minutes_from_noon(tee_time: OfferedTeeTime) -> int:
    at = time.fromisoformat(tee_time.time)
    return abs((at.hour - 12) * 60 + at.minute)


def _whole(tee_times: TeeTimeFinder, course_id: str) -> OfferedTeeTime:
    return next(one for one in tee_times.at(course_id).tee_times if one.places >= PLACES)


def _malformed_dates(play_date: date) -> list[str]:
    """Spellings of *play_date* that are not YYYY-MM-DD, and a day that no calendar has."""
    unpadded = f"{play_date.year}-{play_date.month}-{play_date.day}"
    spellings = [unpadded, f"{play_date:%d/%m/%Y}", f"{play_date.year}-02-30"]
    return [text for text in spellings if text != play_date.isoformat()]
