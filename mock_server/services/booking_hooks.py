"""Creates, confirms, releases and expires booking hooks. Spec: Booking hooks (14-day reservation holds)."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from fixtures.courses import Course
from mock_server.domain import booking_hooks as rules_of_hooks
from mock_server.domain.booking_hooks import BookingHook, Status, expires_at, first_status
from mock_server.domain.bookings import Booking
from mock_server.domain.ids import Numbered, object_id
from mock_server.domain.ledger import Taking, TakingKind
from mock_server.domain.refusals import BookingHookNotFound
from mock_server.domain.terms import tee_off
from mock_server.services import bookings
from mock_server.services.bookings import BookingRequest, require_allowed, require_tee_time
from mock_server.services.events import emit
from mock_server.storage.booking_hooks import find_booking_hook, insert_booking_hook, save_booking_hook
from mock_server.storage.ledger import give_back, take
from mock_server.storage.sessions import Session
from mock_server.storage.timers import TimerKind, add_timer, drop_timers
from mock_server.storage.world_rows import next_number

TAKES_NO_HOOKS = "no-hooks"


def create(session: Session, agency: str, request: BookingRequest) -> BookingHook:
    """Keeps the places for 14 days, or until the tee time. *request* names no hold. Spec: POST /bookings/hooks.

    Raises CourseNotFound, CourseOffline, HooksNotTaken, MagicUnknown, TooManyPlayers, DateInPast, DateTooFar or
    TeeTimeUnavailable.
    """
    course = session.courses.by_id(request.course_id)
    first = first_status(course.name, is_online=course.is_online, takes_hooks=course.trait != TAKES_NO_HOOKS)
    require_allowed(session, course, request)
    require_tee_time(session, course, request)
    hook = _new_hook(session, agency, request, course, first.state)
    _write(session, hook)
    return hook


def _new_hook(session: Session, agency: str, request: BookingRequest, course: Course, status: Status) -> BookingHook:
    number = next_number(session, Numbered.HOOK)
    tee_off_at = tee_off(request.play_date, request.tee_time, session.courses.rules[course.id].zone)
    return BookingHook(
        id=object_id(Numbered.HOOK, session.world.origin, number),
        number=number,
        agency=agency,
        status=status,
        agency_reference=request.agency_reference,
        course_id=course.id,
        play_date=request.play_date,
        tee_time=request.tee_time,
        players=request.players,
        lead_player=request.lead_player,
        special_requests=request.special_requests,
        created_at=session.now,
        expires_at=expires_at(session.now, tee_off_at),
        booking_id=None,
    )


def _write(session: Session, hook: BookingHook) -> None:
    insert_booking_hook(session, hook)
    add_timer(session, hook.expires_at, TimerKind.HOOK_EXPIRES, hook.id)
    taking = Taking(
        hook.id, TakingKind.HOOKED, hook.course_id, hook.play_date, hook.tee_time, hook.players, hook.expires_at
    )
    take(session, taking)


def confirm(session: Session, agency: str, hook_id: str) -> Booking:
    """Books the places of the hook. A second confirmation returns the same booking in its present state.

    Raises BookingHookNotFound, BookingHookExpired or BookingHookClosed. Spec: POST /bookings/hooks/{id}/confirm.
    """
    before = _own(session, agency, hook_id)
    after, event = rules_of_hooks.confirmed(before, session.now)
    if before.booking_id is not None:
        return bookings.get(session, agency, before.booking_id)
    give_back(session, before.id)
    booking = bookings.record(session, agency, _as_booking(before))
    _save_ended(session, replace(after, booking_id=booking.id), event, session.now)
    return booking


def _as_booking(hook: BookingHook) -> BookingRequest:
    return BookingRequest(
        course_id=hook.course_id,
        play_date=hook.play_date,
        tee_time=hook.tee_time,
        players=hook.players,
        lead_player=hook.lead_player,
        agency_reference=hook.agency_reference,
        special_requests=hook.special_requests,
        hold_id=None,
    )


def release(session: Session, agency: str, hook_id: str) -> BookingHook:
    """Gives the places back. A second release changes nothing. Spec: DELETE /bookings/hooks/{id}.

    Raises BookingHookNotFound, BookingHookExpired or BookingHookClosed.
    """
    before = _own(session, agency, hook_id)
    after, event = rules_of_hooks.released(before, session.now)
    if after != before:
        give_back(session, before.id)
        _save_ended(session, after, event, session.now)
    return after


def time_runs_out(session: Session, hook_id: str, at: datetime) -> str | None:
    """Expires the hook at *at*, and returns the event that follows. Assumption A-38."""
    before = find_booking_hook(session, hook_id)
    assert before is not None
    after, event = rules_of_hooks.expired(before, at)
    give_back(session, before.id)
    _save_ended(session, after, event, at)
    return event


def _own(session: Session, agency: str, hook_id: str) -> BookingHook:
    """The agency's hook. Raises BookingHookNotFound, for a hook of another agency too (assumption A-03)."""
    hook = find_booking_hook(session, hook_id)
    if hook is None or hook.agency != agency:
        raise BookingHookNotFound(hook_id)
    return hook


def _save_ended(session: Session, hook: BookingHook, event: str | None, at: datetime) -> None:
    """Saves a hook that has ended, and emits the event of its end."""
    save_booking_hook(session, hook)
    drop_timers(session, hook.id)
    if event is not None:
        emit(session, hook.agency, event, hook.id, _facts(hook), at, hook.lead_player.last_name)


def _facts(hook: BookingHook) -> dict[str, Any]:
    """The `data` of a delivery, without personal data. Assumption A-50."""
    facts = {"id": hook.id, "status": hook.status.value}
    if hook.agency_reference is not None:
        facts["agencyBookingReference"] = hook.agency_reference
    facts["courseId"] = hook.course_id
    if hook.booking_id is not None:
        facts["bookingId"] = hook.booking_id
    return facts
