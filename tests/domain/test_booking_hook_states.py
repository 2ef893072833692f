"""The life of a booking hook: kept for 14 days or until its tee time, then confirmed, released or expired."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from mock_server.domain.booking_hooks import (
    HOOK_DURATION,
    BookingHook,
    Status,
    confirmed,
    expired,
    expires_at,
    first_status,
    released,
)
from mock_server.domain.bookings import LeadPlayer
from mock_server.domain.refusals import BookingHookClosed, BookingHookExpired, CourseOffline, HooksNotTaken, Refusal
from tests.domain.samples import SECOND

CREATED_AT = datetime(2027, 3, 2, 10, 20, 5, tzinfo=UTC)
EXPIRES_AT = CREATED_AT + HOOK_DURATION
HELD = BookingHook(
    id="hok_6p3x9c2v7n4d",
    number=1,
    agency="alpha",
    status=Status.HELD,
    agency_reference=None,
    course_id="crs_7k2m9x4q",
    play_date=date(2027, 4, 24),
    tee_time=time(10, 10),
    players=3,
    lead_player=LeadPlayer("Ada", "Lindqvist", "ada@lindqvist.example", None),
    special_requests=None,
    created_at=CREATED_AT,
    expires_at=EXPIRES_AT,
    booking_id=None,
)
BOOKED = "bkg_9h2c6v4q8r3s"
BY_STATUS = {
    Status.HELD: HELD,
    Status.CONFIRMED: replace(HELD, status=Status.CONFIRMED, booking_id=BOOKED),
    Status.RELEASED: replace(HELD, status=Status.RELEASED),
    Status.EXPIRED: replace(HELD, status=Status.EXPIRED),
}

Happens = Callable[[BookingHook, datetime], tuple[BookingHook, str | None]]


def test_a_hook_begins_as_held() -> None:
    assert first_status("Val de Brume", is_online=True, takes_hooks=True).state is Status.HELD


@pytest.mark.parametrize("takes_hooks", [True, False])
def test_an_offline_course_takes_no_hook(takes_hooks: bool) -> None:
    with pytest.raises(CourseOffline, match="Val de Brume"):
        first_status("Val de Brume", is_online=False, takes_hooks=takes_hooks)


def test_an_online_course_may_take_no_hooks() -> None:
    with pytest.raises(HooksNotTaken, match="Val de Brume"):
        first_status("Val de Brume", is_online=True, takes_hooks=False)


@pytest.mark.parametrize(
    ("tee_off_in", "expires_in"),
    [
        (HOOK_DURATION + SECOND, HOOK_DURATION),
        (HOOK_DURATION, HOOK_DURATION),
        (HOOK_DURATION - SECOND, HOOK_DURATION - SECOND),
        (SECOND, SECOND),
    ],
    ids=["a second after 14 days", "at 14 days", "a second before 14 days", "at once"],
)
def test_a_hook_expires_after_14_days_or_at_its_tee_time(tee_off_in: timedelta, expires_in: timedelta) -> None:
    assert expires_at(CREATED_AT, CREATED_AT + tee_off_in) == CREATED_AT + expires_in


MOVES = [
    (Status.HELD, confirmed, Status.CONFIRMED, "booking_hook.confirmed"),
    (Status.HELD, released, Status.RELEASED, "booking_hook.released"),
    (Status.HELD, expired, Status.EXPIRED, "booking_hook.expired"),
    (Status.CONFIRMED, confirmed, Status.CONFIRMED, None),
    (Status.RELEASED, released, Status.RELEASED, None),
    (Status.CONFIRMED, expired, Status.CONFIRMED, None),
    (Status.RELEASED, expired, Status.RELEASED, None),
    (Status.EXPIRED, expired, Status.EXPIRED, None),
]


@pytest.mark.parametrize(("status", "happens", "then", "event"), MOVES)
def test_a_move_leads_to_its_state_and_event(status: Status, happens: Happens, then: Status, event: str | None) -> None:
    after, emitted = happens(BY_STATUS[status], EXPIRES_AT - SECOND)

    assert (after.status, emitted) == (then, event)


@pytest.mark.parametrize(("status", "happens", "then", "event"), [move for move in MOVES if move[3] is None])
def test_a_move_that_tells_nobody_changes_nothing(
    status: Status, happens: Happens, then: Status, event: str | None
) -> None:
    after, _event = happens(BY_STATUS[status], EXPIRES_AT - SECOND)

    assert after == BY_STATUS[status]


@pytest.mark.parametrize(
    ("status", "happens", "refusal"),
    [
        (Status.RELEASED, confirmed, BookingHookClosed),
        (Status.EXPIRED, confirmed, BookingHookExpired),
        (Status.CONFIRMED, released, BookingHookClosed),
        (Status.EXPIRED, released, BookingHookExpired),
    ],
)
def test_an_illegal_move_is_refused_by_name(status: Status, happens: Happens, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        happens(BY_STATUS[status], EXPIRES_AT - SECOND)


@pytest.mark.parametrize("happens", [confirmed, released])
def test_a_hook_lives_until_a_second_before_its_expiry(happens: Happens) -> None:
    _after, event = happens(HELD, EXPIRES_AT - SECOND)

    assert event is not None


@pytest.mark.parametrize("happens", [confirmed, released])
@pytest.mark.parametrize("late", [0, 1], ids=["on the line", "a second later"])
def test_a_hook_is_over_at_the_second_of_its_expiry_whoever_noticed(happens: Happens, late: int) -> None:
    with pytest.raises(BookingHookExpired, match="2027-03-16 10:20:05 UTC"):
        happens(HELD, EXPIRES_AT + late * SECOND)


def test_a_confirmed_hook_stays_confirmed_after_its_expiry() -> None:
    after, _event = confirmed(BY_STATUS[Status.CONFIRMED], EXPIRES_AT + SECOND)

    assert after == BY_STATUS[Status.CONFIRMED]


def test_a_release_of_a_confirmed_hook_points_to_its_booking() -> None:
    with pytest.raises(BookingHookClosed, match=f"Cancel booking {BOOKED}"):
        released(BY_STATUS[Status.CONFIRMED], CREATED_AT)
