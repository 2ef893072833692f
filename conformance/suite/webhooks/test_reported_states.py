"""Checks that a booking shows the new state when the delivery about it has arrived."""

import pytest

from conformance.asking.levers import CourseDecisions
from conformance.asking.oracles import within_budget
from conformance.discovery import BookingDesk, CourseFinder
from conformance.evidence.verdicts import expect, shown, verifies
from conformance.scope.run import Run
from conformance.suite.arranged.booked import if_possible, read
from conformance.suite.arranged.deliveries import CANCELLED, CONFIRMED, MODIFIED, Mailroom
from conformance.suite.webhooks.delivered_changes import (
    CANCELLATION,
    CHANGE_OF_PLAYERS,
    DecidingCourse,
    VisibleChange,
    require_delivery,
    wishes_offline,
)
from conformance.target.target import Target

pytestmark = pytest.mark.hears_deliveries


@verifies("EVT-14")
@pytest.mark.parametrize("change", [CANCELLATION, CHANGE_OF_PLAYERS], ids=[CANCELLED, MODIFIED])
def test_a_reported_change_can_be_read(
    first_mailroom: Mailroom, bookings: BookingDesk, target: Target, change: VisibleChange
) -> None:
    booking = first_mailroom.book(2)
    line = first_mailroom.open(change.kind)

    change.happen(first_mailroom, booking)
    require_delivery(first_mailroom, line, booking)
    seen = change.read(bookings, booking.id, target)

    expected = f"{change.member} is {change.wanted} once {change.kind} has arrived"
    expect(seen == change.wanted, expected, f"{change.member} of booking {booking.id} is {shown(seen)}")


@verifies("EVT-14")
def test_a_reported_confirmation_can_be_read(
    first_mailroom: Mailroom,
    bookings: BookingDesk,
    courses: CourseFinder,
    run: Run,
    course_decisions: CourseDecisions,
    target: Target,
) -> None:
    wishes = if_possible(lambda: wishes_offline(courses, run))
    course = DecidingCourse(first_mailroom, bookings, course_decisions, wishes)
    booking = if_possible(lambda: course.book(2))
    line = first_mailroom.open(CONFIRMED)
    # A copy of what is read just before may outlive the event.
    if_possible(lambda: read(bookings, booking.id))

    if_possible(lambda: course.confirm(booking))
    if_possible(lambda: require_delivery(first_mailroom, line, booking))
    seen = _status_when_confirmed(bookings, booking.id, target)

    actual = f"status of booking {booking.id}, which its course has confirmed, is {shown(seen)}"
    expect(seen == "confirmed", f"status is confirmed once {CONFIRMED} has arrived", actual)


def _status_when_confirmed(desk: BookingDesk, booking_id: str, target: Target) -> object:
    """The status, as soon as it is `confirmed` or the budget for changes has run out."""
    return within_budget(
        lambda: read(desk, booking_id).get("status"),
        lambda status: status == "confirmed",
        seconds=target.budgets.visibility_seconds,
    )
