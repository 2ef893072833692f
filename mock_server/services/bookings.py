"""Booking, reading, changing and cancelling. Spec: Bookings, and the statuses of a booking."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from fixtures.courses import Course
from mock_server.domain import bookings as rules_of_bookings
from mock_server.domain.bookings import Booking, Change, LeadPlayer, Status, first_status
from mock_server.domain.ids import booking_reference, object_id
from mock_server.domain.ledger import Taking, TakingKind, require_places
from mock_server.domain.refusals import BookingNotFound, HoldNotFound, TeeTimeUnavailable
from mock_server.domain.tee_time_holds import require_match, require_usable
from mock_server.domain.terms import require_bookable_day, require_future, require_party
from mock_server.services.availability import offers_of_day
from mock_server.services.worlds import DECLINED
from mock_server.storage.bookings import find_any_booking, find_booking, insert_booking, save_booking
from mock_server.storage.ledger import give_back, resize, take
from mock_server.storage.store import Session, next_number, wake_at
from mock_server.storage.tee_time_holds import find_hold, mark_used


@dataclass(frozen=True, slots=True)
class BookingRequest:
    """What a caller asks to book. None stands for members that were not sent."""

    course_id: str
    play_date: date
    tee_time: time
    players: int
    lead_player: LeadPlayer
    agency_reference: str | None
    special_requests: str | None
    hold_id: str | None


def create(session: Session, agency: str, request: BookingRequest) -> Booking:
    """Books a tee time, from a hold or from what is free.

    Raises CourseNotFound, TooManyPlayers, DateInPast, DateTooFar, TeeTimeUnavailable, HoldNotFound, HoldMismatch,
    HoldExpired or HoldAlreadyUsed. Spec: POST /bookings.
    """
    course = session.courses.by_id(request.course_id)
    rules = session.courses.rules[course.id]
    require_party(request.players, rules)
    require_bookable_day(request.play_date, rules, session.now)
    require_future(request.play_date, request.tee_time, rules, session.now)
    booking = _new_booking(session, agency, request, course)
    if request.hold_id is not None:
        _use_hold(session, request, request.hold_id, booking)
    else:
        _require_tee_time(session, course, request)
    _record(session, booking, course)
    return booking


def _use_hold(session: Session, request: BookingRequest, hold_id: str, booking: Booking) -> None:
    hold = find_hold(session, booking.agency, hold_id)
    if hold is None:
        raise HoldNotFound(hold_id)
    require_match(hold, request.course_id, request.play_date, request.tee_time, request.players)
    require_usable(hold, session.now)
    mark_used(session, hold.id, booking.id)
    give_back(session, hold.id)


def _require_tee_time(session: Session, course: Course, request: BookingRequest) -> None:
    if course.is_online:
        day = offers_of_day(session, course, request.play_date)
        require_places(day, request.play_date, request.tee_time, request.players)
    elif not course.plan.first_tee <= request.tee_time <= course.plan.last_tee:
        raise TeeTimeUnavailable(request.play_date, f"{request.tee_time:%H:%M}", request.players, None)


def _new_booking(session: Session, agency: str, request: BookingRequest, course: Course) -> Booking:
    number = next_number(session, "booking")
    status = first_status(session.courses.rules[course.id]).state
    return Booking(
        id=object_id("bkg", session.world.seed, number),
        number=number,
        agency=agency,
        status=status,
        reference=booking_reference(session.world.seed, number),
        agency_reference=request.agency_reference,
        course_id=course.id,
        play_date=request.play_date,
        tee_time=request.tee_time,
        players=request.players,
        lead_player=request.lead_player,
        special_requests=request.special_requests,
        created_at=session.now,
        course_answers_at=_answer_time(course, session.now) if status is Status.PENDING else None,
        cancelled_at=None,
        cancellation_reason=None,
    )


def _answer_time(course: Course, asked_at: datetime) -> datetime | None:
    """When the course answers a question by itself; None for a course that stays silent."""
    if course.answer_after_minutes is None or course.answer not in ("confirm", "decline"):
        return None
    return asked_at + timedelta(minutes=course.answer_after_minutes)


def _record(session: Session, booking: Booking, course: Course) -> None:
    insert_booking(session, booking)
    if booking.course_answers_at is not None:
        wake_at(session, booking.course_answers_at)
    if course.is_online:
        taking = Taking(
            booking.id,
            TakingKind.BOOKED,
            booking.course_id,
            booking.play_date,
            booking.tee_time,
            booking.players,
            None,
        )
        take(session, taking)


def get(session: Session, agency: str, booking_id: str) -> Booking:
    """The agency's booking with this id. Raises BookingNotFound, for a booking of another agency too (A-03)."""
    booking = find_booking(session, agency, booking_id)
    if booking is None:
        raise BookingNotFound(booking_id)
    return booking


def change(session: Session, agency: str, booking_id: str, wanted: Change) -> Booking:
    """Changes players, reference or requests; the ledger follows. Spec: PUT /bookings/{id}.

    Raises BookingNotFound, BookingCancelled, ModificationNotAllowed, ModificationCutoffPassed, TooManyPlayers or
    TeeTimeUnavailable.
    """
    before = get(session, agency, booking_id)
    course = session.courses.by_id(before.course_id)
    rules = session.courses.rules[course.id]
    after, _event = rules_of_bookings.changed(before, wanted, rules, session.now)
    if after.players != before.players:
        require_party(after.players, rules)
        after = _with_places(session, course, before, after)
    if after != before:
        save_booking(session, after)
    return after


def _with_places(session: Session, course: Course, before: Booking, after: Booking) -> Booking:
    """*after* with its places taken; at an offline course, with its question asked again."""
    if not course.is_online:
        answer_at = _answer_time(course, session.now)
        if answer_at is not None:
            wake_at(session, answer_at)
        return replace(after, course_answers_at=answer_at)
    more = after.players - before.players
    if more > 0:
        day = offers_of_day(session, course, before.play_date)
        require_places(day, before.play_date, before.tee_time, more)
    resize(session, before.id, after.players)
    return after


def cancel(session: Session, agency: str, booking_id: str) -> Booking:
    """Cancels a booking and gives its places back. Spec: DELETE /bookings/{id}.

    Raises BookingNotFound or CancellationCutoffPassed.
    """
    before = get(session, agency, booking_id)
    after, _event = rules_of_bookings.cancelled(before, session.courses.rules[before.course_id], session.now)
    if after != before:
        save_booking(session, after)
        give_back(session, before.id)
    return after


def course_decides(session: Session, booking_id: str, *, confirms: bool, reason: str | None) -> Booking:
    """What the golf course answers to a pending booking. Raises BookingNotFound or NothingToDecide."""
    before = find_any_booking(session, booking_id)
    if before is None:
        raise BookingNotFound(booking_id)
    rules = session.courses.rules[before.course_id]
    if confirms:
        after, _event = rules_of_bookings.course_confirms(before, rules, session.now)
    else:
        after, _event = rules_of_bookings.course_declines(before, rules, session.now, reason or DECLINED)
        give_back(session, before.id)
    save_booking(session, after)
    return after
