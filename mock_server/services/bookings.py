"""Booking, reading, changing and cancelling. Spec: Bookings, and the statuses of a booking."""

from dataclasses import dataclass, replace
from datetime import date, datetime, time

from fixtures.courses import Course
from mock_server.domain import bookings as rules_of_bookings
from mock_server.domain.bookings import Booking, Change, LeadPlayer, Status, first_status
from mock_server.domain.ids import Numbered, booking_reference, is_booking_reference, object_id
from mock_server.domain.ledger import Taking, TakingKind
from mock_server.domain.magic import MagicEffect, asks_for, require_known
from mock_server.domain.refusals import (
    BookingNotFound,
    BookingNotInWorld,
    HoldNotFound,
    TeeTimeUnavailable,
    TooFewPlacesForMorePlayers,
)
from mock_server.domain.tee_time_holds import TeeTimeHold, differences, require_usable
from mock_server.domain.terms import require_bookable_day, require_future, require_party
from mock_server.domain.world_settings import CourseAnswer
from mock_server.services.availability import require_offer
from mock_server.services.course_answers import DECLINED, answers_at, course_policy
from mock_server.services.events import emit_for_booking
from mock_server.storage.bookings import (
    find_any_booking,
    find_booking,
    has_reference,
    id_of_reference,
    insert_booking,
    save_booking,
)
from mock_server.storage.ledger import give_back, resize, take
from mock_server.storage.sessions import Session
from mock_server.storage.tee_time_holds import find_hold, mark_used
from mock_server.storage.timers import TimerKind, add_timer, drop_timers
from mock_server.storage.world_rows import next_number


@dataclass(frozen=True, slots=True)
class BookingRequest:
    """What a caller asks to book. None means that the caller did not send the member."""

    course_id: str
    play_date: date
    tee_time: time
    players: int
    lead_player: LeadPlayer
    agency_reference: str | None
    special_requests: str | None
    hold_id: str | None


def create(session: Session, agency: str, request: BookingRequest) -> Booking:
    """Books a tee time, with the places of a hold or with free places.

    Raises CourseNotFound, MagicUnknown, TooManyPlayers, DateInPast, DateTooFar, TeeTimeUnavailable, HoldNotFound,
    HoldMismatch, HoldExpired or HoldAlreadyUsed. Spec: POST /bookings.
    """
    course = session.courses.by_id(request.course_id)
    require_allowed(session, course, request)
    if request.hold_id is None:
        require_tee_time(session, course, request)
        return record(session, agency, request)
    hold = _usable_hold(session, agency, request, request.hold_id)
    give_back(session, hold.id)
    booking = record(session, agency, request)
    mark_used(session, hold.id, booking.id)
    return booking


def require_allowed(session: Session, course: Course, request: BookingRequest) -> None:
    """Refuses a request that is wrong at every tee time: by its lead player's name, its players or its day.

    Raises MagicUnknown, TooManyPlayers, DateInPast, DateTooFar, or TeeTimeUnavailable where the name asks for it.
    Spec: Limits; assumption A-28.
    """
    rules = session.courses.rules[course.id]
    require_known(request.lead_player.last_name)
    require_party(request.players, rules)
    require_bookable_day(request.play_date, rules, session.now)
    require_future(request.play_date, request.tee_time, rules, session.now)
    if asks_for(request.lead_player.last_name, MagicEffect.PLACES_TAKEN):
        raise TeeTimeUnavailable(request.play_date, f"{request.tee_time:%H:%M}", request.players, 0)


def _usable_hold(session: Session, agency: str, request: BookingRequest, hold_id: str) -> TeeTimeHold:
    hold = find_hold(session, agency, hold_id)
    if hold is None:
        raise HoldNotFound(hold_id)
    differing = differences(hold, request.course_id, request.play_date, request.tee_time, request.players)
    require_usable(hold, differing, session.now)
    return hold


def require_tee_time(session: Session, course: Course, request: BookingRequest) -> None:
    """Refuses a tee time without room, or outside the hours of an offline course. Raises TeeTimeUnavailable.

    Assumption A-04.
    """
    if course.is_online:
        require_offer(session, course, request.play_date, request.tee_time, request.players)
    elif not course.plan.first_tee <= request.tee_time <= course.plan.last_tee:
        raise TeeTimeUnavailable(request.play_date, f"{request.tee_time:%H:%M}", request.players, None)


def record(session: Session, agency: str, request: BookingRequest) -> Booking:
    """Records a booking, takes its places and emits its event. The caller has checked that the places are free.

    Spec: POST /bookings.
    """
    course = session.courses.by_id(request.course_id)
    booking, event = _new_booking(session, agency, request, course)
    _write(session, booking, course)
    emit_for_booking(session, event, booking, session.now)
    return booking


def _new_booking(session: Session, agency: str, request: BookingRequest, course: Course) -> tuple[Booking, str | None]:
    """The booking as it begins, and the event to emit."""
    number, reference = _next_reference(session)
    first = first_status(session.courses.rules[course.id])
    last_name, waits = request.lead_player.last_name, first.state is Status.PENDING
    booking = Booking(
        id=object_id(Numbered.BOOKING, session.world.origin, number),
        number=number,
        agency=agency,
        status=first.state,
        reference=reference,
        agency_reference=request.agency_reference,
        course_id=course.id,
        play_date=request.play_date,
        tee_time=request.tee_time,
        players=request.players,
        lead_player=request.lead_player,
        special_requests=request.special_requests,
        created_at=session.now,
        course_answers_at=answers_at(session, course, last_name, session.now) if waits else None,
        cancelled_at=None,
        cancellation_reason=None,
    )
    return booking, first.emits


def _next_reference(session: Session) -> tuple[int, str]:
    """The number of the next booking, and a reference that no booking of the world has."""
    number = next_number(session, Numbered.BOOKING)
    reference = booking_reference(session.world.origin, number)
    # All references of one origin differ. An import or an earlier version can bring references of another origin.
    while session.world.mixes_references and has_reference(session, reference):
        number = next_number(session, Numbered.BOOKING)
        reference = booking_reference(session.world.origin, number)
    return number, reference


def _write(session: Session, booking: Booking, course: Course) -> None:
    insert_booking(session, booking)
    if booking.course_answers_at is not None:
        add_timer(session, booking.course_answers_at, TimerKind.BOOKING_ANSWERED, booking.id)
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
        raise BookingNotFound(booking_id, _id_meant(session, booking_id, agency))
    return booking


def get_of_any_agency(session: Session, booking_id: str) -> Booking:
    """The booking of the world with this id. Raises BookingNotInWorld. Assumption A-34."""
    booking = find_any_booking(session, booking_id)
    if booking is None:
        raise BookingNotInWorld(booking_id, _id_meant(session, booking_id, None))
    return booking


def _id_meant(session: Session, sent: str, agency: str | None) -> str | None:
    """The id of the booking whose reference was sent in place of an id. *agency* None means any agency."""
    return id_of_reference(session, sent.upper(), agency) if is_booking_reference(sent) else None


def change(session: Session, agency: str, booking_id: str, wanted: Change) -> Booking:
    """Changes players, reference or requests; the ledger follows. Spec: PUT /bookings/{id}.

    Raises BookingNotFound, BookingCancelled, ModificationNotAllowed, ModificationCutoffPassed, TooManyPlayers,
    TooFewPlacesForMorePlayers or TeeTimeUnavailable.
    """
    before = get(session, agency, booking_id)
    course = session.courses.by_id(before.course_id)
    rules = session.courses.rules[course.id]
    after, event = rules_of_bookings.changed(before, wanted, rules, session.now)
    if after.players != before.players:
        require_party(after.players, rules)
        after = _move_places(session, course, before, after)
    if after != before:
        save_booking(session, after, before.status)
        emit_for_booking(session, event, after, session.now)
    return after


def _move_places(session: Session, course: Course, before: Booking, after: Booking) -> Booking:
    """Takes or returns places, and returns *after*. At an offline course, the question to the course is asked again."""
    if not course.is_online:
        answer_at = answers_at(session, course, before.lead_player.last_name, session.now)
        drop_timers(session, before.id)
        if answer_at is not None:
            add_timer(session, answer_at, TimerKind.BOOKING_ANSWERED, before.id)
        return replace(after, course_answers_at=answer_at)
    if after.players > before.players:
        _require_room(session, course, before, after.players)
    resize(session, before.id, after.players)
    return after


def _require_room(session: Session, course: Course, before: Booking, players: int) -> None:
    """Refuses more players than the booking and the free places beside it have room for."""
    free = require_offer(session, course, before.play_date, before.tee_time, 0).free
    if players > before.players + free:
        raise TooFewPlacesForMorePlayers(before.players, players, free)


def cancel(session: Session, agency: str, booking_id: str) -> Booking:
    """Cancels a booking and gives its places back. Spec: DELETE /bookings/{id}.

    Raises BookingNotFound or CancellationCutoffPassed; BookingPending or BookingCancelled if the world is set so.
    """
    before = get(session, agency, booking_id)
    after, event = rules_of_bookings.cancelled(
        before, session.courses.rules[before.course_id], session.now, session.world.settings
    )
    if after != before:
        save_booking(session, after, before.status)
        give_back(session, before.id)
        drop_timers(session, before.id)
        emit_for_booking(session, event, after, session.now)
    return after


def course_decides(session: Session, booking_id: str, *, confirms: bool, reason: str | None) -> Booking:
    """Records the answer of the golf course to a pending booking. Raises BookingNotInWorld or NothingToDecide.

    Spec: Booking statuses; assumption A-34.
    """
    booking = get_of_any_agency(session, booking_id)
    answered, _event = _record_answer(session, booking, confirms=confirms, reason=reason, at=session.now)
    return answered


def course_answers(session: Session, booking_id: str, at: datetime) -> str | None:
    """Records the course's own answer at *at*. Returns the event that follows, or None if the course stays silent.

    Spec: Booking statuses; assumption A-34.
    """
    booking = find_any_booking(session, booking_id)
    assert booking is not None
    policy = course_policy(session, session.courses.by_id(booking.course_id), booking.lead_player.last_name)
    if policy.answer is CourseAnswer.SILENT:
        return None
    confirms = policy.answer is CourseAnswer.CONFIRM
    _booking, event = _record_answer(session, booking, confirms=confirms, reason=policy.reason, at=at)
    return event


def _record_answer(
    session: Session, before: Booking, *, confirms: bool, reason: str | None, at: datetime
) -> tuple[Booking, str | None]:
    """The booking with the course's answer, recorded, and the event that was emitted."""
    rules = session.courses.rules[before.course_id]
    if confirms:
        after, event = rules_of_bookings.course_confirms(before, rules, at)
    else:
        after, event = rules_of_bookings.course_declines(before, rules, at, reason or DECLINED)
        give_back(session, before.id)
    drop_timers(session, before.id)
    save_booking(session, after, before.status)
    emit_for_booking(session, event, after, at)
    return after, event
