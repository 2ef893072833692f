"""Every deadline, on the line and one second either side. The specification states them, or the assumption named."""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import httpx
import pytest

from mock_server.domain.terms import refund_percent
from tests.sandbox.agencies import Agency
from tests.sandbox.receivers import receiving
from tests.sandbox.trade import (
    NOW,
    ORDINARY,
    SATURDAY,
    TeeTime,
    booked,
    booking,
    free_tee_times,
    grouped,
    held,
    hooked,
    offline,
    read,
    read_group,
)

NEXT_MONTH = date(2040, 6, 16)
SECOND = timedelta(seconds=1)
START = datetime.fromisoformat(NOW)

# A second before the line, on it, a second after it.
around = pytest.mark.parametrize("late", [-SECOND, timedelta(0), SECOND], ids=["before", "on", "after"])


def _go(agency: Agency, moment: datetime) -> None:
    agency.advance(to=f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")


def _tee_off(tee_time: TeeTime) -> datetime:
    """The moment of a tee time at the ordinary course."""
    played_at = datetime.fromisoformat(f"{tee_time.play_date}T{tee_time.time}")
    return played_at.replace(tzinfo=ZoneInfo(ORDINARY.time_zone)).astimezone(UTC)


def _outcome(answer: httpx.Response) -> int | str:
    """The status of a success, the code of a problem."""
    return answer.status_code if answer.is_success else str(answer.json()["code"])


def _confirm(agency: Agency, hook_id: str) -> int | str:
    return _outcome(agency.send("POST", f"/travel/bookings/hooks/{hook_id}/confirm"))


@around
def test_a_hold_can_be_used_for_15_minutes(alpha: Agency, tee_time: TeeTime, late: timedelta) -> None:
    hold_id = held(alpha, tee_time)["holdId"]
    _go(alpha, START + timedelta(minutes=15) + late)

    used = alpha.post("/travel/bookings", booking(tee_time, holdId=hold_id))

    assert _outcome(used) == (201 if late < timedelta(0) else "hold_expired")


@around
def test_a_booking_hook_can_be_confirmed_for_14_days(alpha: Agency, late: timedelta) -> None:
    hook = hooked(alpha, free_tee_times(alpha, play_date=NEXT_MONTH)[0])
    _go(alpha, START + timedelta(days=14) + late)

    assert _confirm(alpha, hook["id"]) == (200 if late < timedelta(0) else "booking_hook_expired")


@around
def test_a_booking_hook_ends_at_its_tee_time_where_that_comes_first(
    alpha: Agency, tee_time: TeeTime, late: timedelta
) -> None:
    """Assumption A-38."""
    hook = hooked(alpha, tee_time)
    _go(alpha, _tee_off(tee_time) + late)

    assert _confirm(alpha, hook["id"]) == (200 if late < timedelta(0) else "booking_hook_expired")


# Percent before, on and after the line of each tier of the platform's terms.
@pytest.mark.parametrize(
    ("hours", "percents"), [(72, (100, 100, 50)), (48, (50, 50, 25)), (24, (25, 25, 0)), (0, (0, 0, 0))], ids=str
)
def test_a_tier_of_the_cancellation_policy_ends_a_second_after_its_hour(hours: int, percents: tuple[int, ...]) -> None:
    tiers = [(tier.hours_before_tee_time, tier.refund_percent) for tier in ORDINARY.terms.tiers]
    line = timedelta(hours=hours)

    refunds = tuple(refund_percent(tiers, left) for left in (line + SECOND, line, line - SECOND))

    assert refunds == percents


@around
def test_a_booking_can_be_changed_until_the_cutoff(alpha: Agency, tee_time: TeeTime, late: timedelta) -> None:
    """The line itself is in time: assumption A-33."""
    path = f"/travel/bookings/{booked(alpha, tee_time)['id']}"
    _go(alpha, _tee_off(tee_time) - timedelta(hours=ORDINARY.terms.modification_cutoff_hours) + late)

    changed = alpha.put(path, {"players": 1})

    assert _outcome(changed) == (200 if late <= timedelta(0) else "modification_cutoff_passed")


@around
def test_a_booking_can_be_cancelled_until_the_cutoff(alpha: Agency, tee_time: TeeTime, late: timedelta) -> None:
    """The line itself is in time: assumption A-33."""
    path = f"/travel/bookings/{booked(alpha, tee_time)['id']}"
    _go(alpha, _tee_off(tee_time) - timedelta(hours=ORDINARY.terms.self_service_cancellation_cutoff_hours) + late)

    cancelled = alpha.delete(path)

    assert _outcome(cancelled) == (200 if late <= timedelta(0) else "cancellation_cutoff_passed")


@around
def test_the_last_day_of_the_terms_comes_on_sale_at_midnight_of_the_course(alpha: Agency, late: timedelta) -> None:
    midnight = datetime(2040, 5, 12, tzinfo=ZoneInfo(ORDINARY.time_zone))
    last_day = SATURDAY + timedelta(days=ORDINARY.terms.max_days_in_advance)
    _go(alpha, midnight + late)

    listed = alpha.get(f"/travel/courses/{ORDINARY.id}/tee-times", date=last_day)

    assert _outcome(listed) == ("date_too_far" if late < timedelta(0) else 200)


def _use(agency: Agency, pair: dict[str, Any]) -> httpx.Response:
    return agency.send("GET", "/travel/bookings", headers={"Authorization": f"Bearer {pair['accessToken']}"})


def _refresh(agency: Agency, pair: dict[str, Any]) -> httpx.Response:
    return agency.post("/auth/refresh", {"refreshToken": pair["refreshToken"]})


@around
@pytest.mark.parametrize(
    ("act", "lifetime"),
    [(_use, timedelta(seconds=3600)), (_refresh, timedelta(days=30))],
    ids=["access token", "refresh token"],
)
def test_a_token_has_its_lifetime(
    alpha: Agency,
    act: Callable[[Agency, dict[str, Any]], httpx.Response],
    lifetime: timedelta,
    late: timedelta,
) -> None:
    """Assumptions A-08 and A-09."""
    pair = alpha.send("POST", "/auth/token").json()["data"]
    _go(alpha, START + lifetime + late)

    assert _outcome(act(alpha, pair)) == (200 if late < timedelta(0) else "token_invalid")


@around
def test_an_answer_is_repeated_under_its_idempotency_key_for_24_hours(
    alpha: Agency, tee_time: TeeTime, late: timedelta
) -> None:
    """Assumption A-11."""
    body = booking(tee_time)
    first = alpha.post("/travel/bookings", body, Idempotency_Key="one").json()["data"]["id"]
    _go(alpha, START + timedelta(hours=24) + late)

    again = alpha.post("/travel/bookings", body, Idempotency_Key="one").json()["data"]["id"]

    assert (again == first) is (late < timedelta(0))


@around
def test_a_group_is_processed_after_20_seconds(alpha: Agency, late: timedelta) -> None:
    """Assumption A-42."""
    group_id = grouped(alpha)["id"]
    _go(alpha, START + timedelta(seconds=20) + late)

    assert read_group(alpha, group_id)["status"] == ("processing" if late < timedelta(0) else "confirmed")


@around
@pytest.mark.parametrize(
    ("trait", "status"), [("offline-confirms", "confirmed"), ("offline-declines", "cancelled")], ids=["yes", "no"]
)
def test_a_course_answers_after_30_minutes(alpha: Agency, trait: str, status: str, late: timedelta) -> None:
    """Assumption A-34."""
    booking_id = booked(alpha, offline(trait))["id"]
    _go(alpha, START + timedelta(minutes=30) + late)

    assert read(alpha, booking_id)["status"] == ("pending" if late < timedelta(0) else status)


@around
def test_a_window_of_the_rate_limit_ends_with_its_last_second(alpha: Agency, late: timedelta) -> None:
    """Assumption A-53."""
    alpha.control("PATCH", "/settings", {"rateLimit": {"requests": 1, "seconds": 60}})
    alpha.get("/travel/bookings")
    _go(alpha, START + timedelta(seconds=60) + late)

    assert _outcome(alpha.get("/travel/bookings")) == ("rate_limited" if late < timedelta(0) else 200)


# When the attempts after the first one are due, counted from the first one: assumption A-51.
REPEATED_AFTER = [
    timedelta(seconds=5),
    timedelta(minutes=5, seconds=5),
    timedelta(minutes=35, seconds=5),
    timedelta(hours=2, minutes=35, seconds=5),
    timedelta(hours=7, minutes=35, seconds=5),
    timedelta(hours=17, minutes=35, seconds=5),
]


def _delivery(agency: Agency, attempts: int) -> dict[str, Any]:
    """The only delivery of the world with its log, once this number of *attempts* is recorded. Fails when they are
    not.
    """
    end = time.monotonic() + 10
    while time.monotonic() < end:
        (listed,) = agency.control("GET", "/deliveries").json()["data"]
        if listed["attempts"] >= attempts:
            delivery: dict[str, Any] = agency.control("GET", f"/deliveries/{listed['id']}").json()["data"]
            return delivery
        time.sleep(0.01)
    raise AssertionError(listed)


@around
@pytest.mark.parametrize("repetition", range(1, 7))
def test_a_refused_delivery_is_repeated_on_time(
    alpha: Agency, tee_time: TeeTime, repetition: int, late: timedelta
) -> None:
    due = [START, *[START + after for after in REPEATED_AFTER]]
    with receiving(500) as receiver:
        alpha.post("/webhooks", {"url": receiver.url, "events": ["booking.confirmed"]})
        booked(alpha, tee_time)
        _delivery(alpha, 1)
        _go(alpha, due[repetition] + late)

        made = repetition if late < timedelta(0) else repetition + 1
        delivery = _delivery(alpha, made)

    assert [datetime.fromisoformat(attempt["at"]) for attempt in delivery["log"]] == due[:made]
    # What is due next lies ahead of the clock, so nothing more is on its way; after the last attempt nothing is due.
    following = delivery["nextAttemptAt"] and datetime.fromisoformat(delivery["nextAttemptAt"])
    assert following == (due[made] if made < len(due) else None)


THOUSAND = 1000


def _thousand_questions(agency: Agency) -> None:
    """A thousand bookings at a course that answers each of ten batches after a time of its own, within 14 days."""
    question = booking(offline("offline-confirms"), players=1)
    for batch in range(10):
        # 7 and 10 have no common divisor: the batches are answered in another order than they asked.
        minutes = (batch * 7 % 10) * 1900 + 60
        agency.control("PUT", "/policies/*", {"answer": "confirm", "afterMinutes": minutes})
        for _ in range(THOUSAND // 10):
            assert agency.http.post(
                f"{agency.address}/api/v1/travel/bookings", json=question, headers={"X-Api-Key": agency.key}
            ).is_success


def test_fourteen_days_with_a_thousand_timers_are_listed_in_order(alpha: Agency) -> None:
    _thousand_questions(alpha)

    timeline = alpha.advance(by="P14D")

    shown = [(happening["at"], happening["kind"], happening["id"]) for happening in timeline]
    assert [at for at, _, _ in shown] == sorted(at for at, _, _ in shown)
    assert len({at for at, _, _ in shown}) == 10
    assert {kind for _, kind, _ in shown} == {"booking.confirmed"}
    assert len({booking_id for _, _, booking_id in shown}) == THOUSAND
    assert alpha.control("GET", "/clock").json()["data"]["upcoming"] == []
    assert alpha.control("GET", "/invariants").json()["data"]["holds"] is True
