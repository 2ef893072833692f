"""The life of a booking: where each trigger leads, what it emits, and what it refuses."""

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import product

import pytest

from mock_server.domain.bookings import (
    Booking,
    Change,
    Status,
    Trigger,
    cancelled,
    changed,
    course_confirms,
    course_declines,
    first_status,
)
from mock_server.domain.refusals import (
    BookingCancelled,
    CancellationCutoffPassed,
    ModificationCutoffPassed,
    ModificationNotAllowed,
    NothingToDecide,
    Refusal,
)
from mock_server.domain.terms import CourseRules
from tests.domain.samples import FINAL, HOUR, OFFLINE, PLATFORM, SECOND, before_tee_off, booking

EARLY, LATE, OVER = timedelta(days=10), timedelta(hours=2), -HOUR
TO_TWO = Change(players=2, agency_reference=None, special_requests=None)
NO_DIFFERENCE = Change(players=3, agency_reference=None, special_requests=None)

Happens = Callable[[Booking, CourseRules, datetime], tuple[Booking, str | None]]


def _change(wanted: Change) -> Happens:
    return lambda before, rules, now: changed(before, wanted, rules, now)


def _declines(before: Booking, rules: CourseRules, now: datetime) -> tuple[Booking, str | None]:
    return course_declines(before, rules, now, "course_declined")


HAPPENS: dict[Trigger, Happens] = {
    Trigger.COURSE_CONFIRMS: course_confirms,
    Trigger.COURSE_DECLINES: _declines,
    Trigger.CHANGE: _change(TO_TWO),
    Trigger.CANCEL: cancelled,
}


@pytest.mark.parametrize(
    ("rules", "status"), [(PLATFORM, Status.CONFIRMED), (OFFLINE, Status.PENDING)], ids=["online", "offline"]
)
def test_a_booking_begins_as_its_course_is(rules: CourseRules, status: Status) -> None:
    assert first_status(rules).state is status


# status, trigger, rules, time left, next status, event. Every pair of state and trigger, and every condition of one.
MOVES = [
    (Status.PENDING, course_confirms, OFFLINE, EARLY, Status.CONFIRMED, "booking.confirmed"),
    (Status.PENDING, _declines, OFFLINE, EARLY, Status.CANCELLED, "booking.cancelled"),
    (Status.PENDING, _change(TO_TWO), OFFLINE, EARLY, Status.PENDING, "booking.modified"),
    (Status.PENDING, _change(NO_DIFFERENCE), OFFLINE, EARLY, Status.PENDING, None),
    (Status.PENDING, cancelled, OFFLINE, EARLY, Status.CANCELLED, "booking.cancelled"),
    (Status.PENDING, cancelled, OFFLINE, LATE, Status.CANCELLED, "booking.cancelled"),
    (Status.CONFIRMED, _change(TO_TWO), PLATFORM, EARLY, Status.CONFIRMED, "booking.modified"),
    (Status.CONFIRMED, _change(TO_TWO), OFFLINE, EARLY, Status.PENDING, "booking.modified"),
    (Status.CONFIRMED, _change(NO_DIFFERENCE), OFFLINE, EARLY, Status.CONFIRMED, None),
    (Status.CONFIRMED, cancelled, PLATFORM, EARLY, Status.CANCELLED, "booking.cancelled"),
    (Status.CANCELLED, cancelled, PLATFORM, EARLY, Status.CANCELLED, None),
    (Status.CANCELLED, cancelled, PLATFORM, LATE, Status.CANCELLED, None),
    (Status.CANCELLED, cancelled, PLATFORM, OVER, Status.CANCELLED, None),
]


@pytest.mark.parametrize(("status", "happens", "rules", "left", "then", "event"), MOVES)
def test_a_move_leads_to_its_state_and_event(
    status: Status, happens: Happens, rules: CourseRules, left: timedelta, then: Status, event: str | None
) -> None:
    before = booking(status)

    after, emitted = happens(before, rules, before_tee_off(left))

    assert (after.status, emitted) == (then, event)


REFUSED = [
    (Status.PENDING, Trigger.CHANGE, FINAL, EARLY, ModificationNotAllowed),
    (Status.PENDING, Trigger.CHANGE, OFFLINE, LATE, ModificationCutoffPassed),
    (Status.PENDING, Trigger.CANCEL, OFFLINE, OVER, CancellationCutoffPassed),
    (Status.CONFIRMED, Trigger.COURSE_CONFIRMS, OFFLINE, EARLY, NothingToDecide),
    (Status.CONFIRMED, Trigger.COURSE_DECLINES, OFFLINE, EARLY, NothingToDecide),
    (Status.CONFIRMED, Trigger.CHANGE, FINAL, EARLY, ModificationNotAllowed),
    (Status.CONFIRMED, Trigger.CHANGE, PLATFORM, LATE, ModificationCutoffPassed),
    (Status.CONFIRMED, Trigger.CANCEL, PLATFORM, LATE, CancellationCutoffPassed),
    (Status.CANCELLED, Trigger.COURSE_CONFIRMS, OFFLINE, EARLY, NothingToDecide),
    (Status.CANCELLED, Trigger.COURSE_DECLINES, OFFLINE, EARLY, NothingToDecide),
    (Status.CANCELLED, Trigger.CHANGE, PLATFORM, EARLY, BookingCancelled),
]


@pytest.mark.parametrize(("status", "trigger", "rules", "left", "refusal"), REFUSED)
def test_an_illegal_move_is_refused_by_name(
    status: Status, trigger: Trigger, rules: CourseRules, left: timedelta, refusal: type[Refusal]
) -> None:
    before = booking(status)

    with pytest.raises(refusal):
        HAPPENS[trigger](before, rules, before_tee_off(left))


@pytest.mark.parametrize(("status", "trigger"), list(product(Status, HAPPENS)))
def test_the_tables_of_these_tests_name_every_pair(status: Status, trigger: Trigger) -> None:
    moved = {(row[0], row[1]) for row in MOVES if row[1] is HAPPENS[trigger]}
    refused = {(row[0], HAPPENS[row[1]]) for row in REFUSED}

    assert (status, HAPPENS[trigger]) in moved | refused


def test_a_refusal_by_the_course_carries_its_reason_and_moment() -> None:
    now = before_tee_off(EARLY)

    after, _event = course_declines(booking(Status.PENDING), OFFLINE, now, "A club championship")

    assert (after.cancelled_at, after.cancellation_reason) == (now, "A club championship")


def test_a_cancelled_booking_waits_for_no_answer() -> None:
    after, _event = cancelled(booking(Status.PENDING), OFFLINE, before_tee_off(EARLY))

    assert after.course_answers_at is None


def test_a_second_cancellation_keeps_the_first_moment() -> None:
    before = booking(Status.CANCELLED)

    after, _event = cancelled(before, PLATFORM, before_tee_off(EARLY))

    assert after == before


def test_members_that_are_not_sent_keep_their_value() -> None:
    before = booking(Status.CONFIRMED)
    only_requests = Change(players=None, agency_reference=None, special_requests="Two trolleys")

    after, _event = changed(before, only_requests, PLATFORM, before_tee_off(EARLY))

    assert (after.players, after.agency_reference, after.special_requests) == (3, "MGT-2027", "Two trolleys")


CUTOFF = timedelta(hours=24)


@pytest.mark.parametrize("happens", [_change(TO_TWO), cancelled], ids=["change", "cancel"])
@pytest.mark.parametrize("left", [CUTOFF, CUTOFF + SECOND], ids=["on the line", "a second before it"])
def test_the_cutoff_itself_is_in_time(happens: Happens, left: timedelta) -> None:
    _after, event = happens(booking(Status.CONFIRMED), PLATFORM, before_tee_off(left))

    assert event is not None


@pytest.mark.parametrize(
    ("happens", "refusal"),
    [(_change(TO_TWO), ModificationCutoffPassed), (cancelled, CancellationCutoffPassed)],
    ids=["change", "cancel"],
)
def test_a_second_after_the_cutoff_is_too_late(happens: Happens, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        happens(booking(Status.CONFIRMED), PLATFORM, before_tee_off(CUTOFF - SECOND))


def test_a_pending_booking_can_be_cancelled_until_its_tee_time() -> None:
    after, _event = cancelled(booking(Status.PENDING), OFFLINE, before_tee_off(timedelta(0)))

    assert after.status is Status.CANCELLED


def test_a_pending_booking_cannot_be_cancelled_a_second_after_its_tee_time() -> None:
    with pytest.raises(CancellationCutoffPassed):
        cancelled(booking(Status.PENDING), OFFLINE, before_tee_off(-SECOND))
