"""A booking, its course and its moments, as the domain tests use them. Values only."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from mock_server.domain.bookings import Booking, LeadPlayer, Status
from mock_server.domain.terms import CourseRules, tee_off

LONDON = ZoneInfo("Europe/London")
MADRID = ZoneInfo("Europe/Madrid")
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)

# British clocks go forward on the last Sunday of March and back on the last Sunday of October.
SPRING_FORWARD = date(2027, 3, 28)
AUTUMN_BACK = date(2027, 10, 31)

PLATFORM = CourseRules(
    is_online=True,
    zone=LONDON,
    max_players=4,
    max_days_in_advance=400,
    modification_allowed=True,
    modification_cutoff_hours=24,
    cancellation_cutoff_hours=24,
)
OFFLINE = replace(PLATFORM, is_online=False)
FINAL = replace(PLATFORM, modification_allowed=False)

CONFIRMED = Booking(
    id="bkg_4t7w2m9k1x5c",
    number=1,
    agency="alpha",
    status=Status.CONFIRMED,
    reference="TS-8F2K6M",
    agency_reference="MGT-2027",
    course_id="crs_7k2m9x4q",
    play_date=SPRING_FORWARD,
    tee_time=time(9, 30),
    players=3,
    lead_player=LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None),
    special_requests=None,
    created_at=datetime(2027, 3, 1, 12, tzinfo=UTC),
    course_answers_at=None,
    cancelled_at=None,
    cancellation_reason=None,
)
PENDING = replace(CONFIRMED, status=Status.PENDING, course_answers_at=datetime(2027, 3, 1, 12, 30, tzinfo=UTC))
CANCELLED = replace(CONFIRMED, status=Status.CANCELLED, cancelled_at=datetime(2027, 3, 2, 12, tzinfo=UTC))
BY_STATUS = {booking.status: booking for booking in (CONFIRMED, PENDING, CANCELLED)}


def booking(status: Status, **changes: Any) -> Booking:
    """A booking in *status*, with some of its members changed."""
    return replace(BY_STATUS[status], **changes)


def before_tee_off(span: timedelta, of: Booking = CONFIRMED, rules: CourseRules = PLATFORM) -> datetime:
    """The moment *span* before the tee time of a booking; a negative span is after it."""
    return tee_off(of.play_date, of.tee_time, rules.zone) - span
