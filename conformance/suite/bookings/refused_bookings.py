"""What cannot be booked: tee times, days and players that are not offered, and what is judged about several of them."""

from collections.abc import Iterable, Mapping
from datetime import date, time

from conformance.asking.oracles import part
from conformance.discovery import BookingDesk, CourseFinder, FreshDay, OfferedTeeTime, TeeTimeFinder
from conformance.evidence.exchanges import Answer, Role
from conformance.evidence.verdicts import NoEvidence, Violation
from conformance.scope.run import Run
from conformance.suite.arranged.booked import PLACES, Booked, give_back, if_possible
from conformance.suite.arranged.play_days import day_beyond
from conformance.target.target import Target

_ORDINARY_COURSE, _COURSE_WITH_OWN_TERMS = "an ordinary course", "a course with terms of its own"

# By course, how many days beyond its horizon. Two days of slack for time zones, then a whole week, so that every
# weekday's tee sheet could be meant. The course with terms of its own is asked about its horizon, not about weekdays.
DAYS_BEYOND: Mapping[str, range] = {_ORDINARY_COURSE: range(3, 10), _COURSE_WITH_OWN_TERMS: range(3, 6)}
_VERY_LONG = "x" * 300


def whole_tee_time(day: FreshDay) -> OfferedTeeTime:
    """The first tee time of *day* at which all four places are free."""
    return day.wholly_free[0]


def tee_time_at_noon(tee_times: TeeTimeFinder, target: Target, course: str) -> OfferedTeeTime:
    """The tee time about noon of one of the courses of `DAYS_BEYOND`, with all four places free.

    Raises `NoEvidence` where the target file declares no course with terms of its own.
    """
    day = tee_times.fresh_day() if course == _ORDINARY_COURSE else _day_with_own_terms(tee_times, target)
    return min((tee_time for tee_time in day.tee_times if tee_time.places >= PLACES), key=_minutes_from_noon)


def _day_with_own_terms(tee_times: TeeTimeFinder, target: Target) -> FreshDay:
    own = target.courses.short_horizon or target.courses.override_terms
    if not own:
        raise NoEvidence("The target file does not declare a course with terms of its own.")
    return tee_times.at(own)


def days_beyond_the_horizon(courses: CourseFinder, course_id: str, run: Run, days: Iterable[int]) -> list[date]:
    """The dates that are so many *days* beyond the maxDaysInAdvance of the terms of the course."""
    horizon = part(courses.terms(course_id), "bookingTerms.maxDaysInAdvance", judge=False)
    return [day_beyond(run.today, horizon, number) for number in days]


def _minutes_from_noon(tee_time: OfferedTeeTime) -> int:
    at = time.fromisoformat(tee_time.time)
    return abs((at.hour - 12) * 60 + at.minute)


def two_whole_tee_times(day: FreshDay) -> tuple[OfferedTeeTime, OfferedTeeTime]:
    """The first two tee times of *day* at which all four places are free."""
    first, second = day.wholly_free[:2]
    return first, second


def complete_a_hold_of(desk: BookingDesk, tee_time: OfferedTeeTime, players: int) -> Answer:
    """The answer to a booking that completes a hold of so many places.

    Raises `NoEvidence` where the hold is refused: no document says whether a hold must fit the terms of the course.
    """
    held = desk.hold(tee_time, players)
    if not held.is_success:
        held.mark(Role.attempt)
        raise NoEvidence(f"The target gives no hold for {players} players there.")
    attempt = if_possible(lambda: desk.complete(str(part(held.body, "holdId", judge=False)), tee_time, players))
    attempt.mark(Role.attempt)
    give_back(desk, attempt)
    return attempt


def change_read_and_cancel(desk: BookingDesk, other_desk: BookingDesk, booked: Booked, players: int) -> None:
    """Gives the booking another number of players where its course takes changes, asks for it as another agency, and
    cancels it. What its answers show is judged with those of all other bookings.
    """
    changed = desk.update(booked.id, {"players": players})
    if not changed.is_success:
        changed.mark(Role.attempt)
    desk.read(booked.id)
    if other_desk is not desk:
        other_desk.read(booked.id).mark(Role.attempt)
    desk.cancel(booked.id)
    desk.read(booked.id)


def require_no_server_errors(attempts: Iterable[Answer]) -> None:
    """Raises `Violation` when a lead player that is not an object is answered with a status of 500 or more."""
    for attempt in attempts:
        if attempt.status >= 500:
            raise Violation(
                "a lead player that is not an object is refused as the caller's mistake",
                f"{attempt.where} answered {attempt.status}",
                attempt,
            )


def try_very_long_texts(desk: BookingDesk, tee_time: OfferedTeeTime) -> None:
    """Books with texts that are longer than people write. No document says how long they may be, so the booking may be
    refused. A booking that is accepted is cancelled.
    """
    body = desk.body(tee_time, is_whole=True)
    texts = {name: f"{body[name]} {_VERY_LONG}" for name in ("agencyBookingReference", "specialRequests")}
    attempt = desk.post(body | texts, role=Role.attempt)
    give_back(desk, attempt)
