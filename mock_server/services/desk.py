"""The desk of the golf courses: bookings and groups that wait for an answer, and the answers.

The specification has no desk: it belongs to the control plane.
"""

from dataclasses import replace

from mock_server.domain import bookings as rules_of_bookings
from mock_server.domain import group_bookings as rules_of_groups
from mock_server.domain.bookings import Booking
from mock_server.domain.group_bookings import GroupBooking
from mock_server.domain.refusals import GroupSettled, NothingToDecide
from mock_server.services import bookings, group_bookings
from mock_server.storage.bookings import pending_bookings, save_booking
from mock_server.storage.group_bookings import find_group_booking, group_bookings_with, save_group_booking
from mock_server.storage.sessions import Session
from mock_server.storage.timers import drop_timers


def waiting(session: Session) -> list[Booking | GroupBooking]:
    """Everything that waits for its course: bookings before groups, each oldest first."""
    return [*pending_bookings(session), *group_bookings_with(session, rules_of_groups.Status.PENDING)]


def decide(session: Session, object_id: str, *, confirms: bool, reason: str | None) -> Booking | GroupBooking:
    """Records the answer of the golf course. Raises BookingNotInWorld, NothingToDecide or GroupSettled."""
    if find_group_booking(session, object_id) is not None:
        return group_bookings.course_decides(session, object_id, confirms=confirms, reason=reason)
    return bookings.course_decides(session, object_id, confirms=confirms, reason=reason)


def silence(session: Session, object_id: str) -> Booking | GroupBooking:
    """Stops the golf course from answering by itself. Raises BookingNotInWorld, NothingToDecide or GroupSettled."""
    group = find_group_booking(session, object_id)
    if group is not None:
        return _silence_group(session, group)
    return _silence_booking(session, bookings.get_of_any_agency(session, object_id))


def _silence_booking(session: Session, before: Booking) -> Booking:
    if before.status is not rules_of_bookings.Status.PENDING:
        raise NothingToDecide(before.id, before.status.value)
    after = replace(before, course_answers_at=None)
    drop_timers(session, before.id)
    save_booking(session, after, before.status)
    return after


def _silence_group(session: Session, before: GroupBooking) -> GroupBooking:
    if before.status is not rules_of_groups.Status.PENDING:
        raise GroupSettled(before.id, before.status.value)
    after = replace(before, course_answers_at=None)
    drop_timers(session, before.id)
    save_group_booking(session, after)
    return after
