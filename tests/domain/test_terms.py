"""What a course demands: cutoffs, days and tiers, on the line and one second either side, across clock changes."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from mock_server.domain.bookings import Status, cancelled
from mock_server.domain.refusals import CancellationCutoffPassed, DateInPast, DateTooFar, TooManyPlayers
from mock_server.domain.terms import (
    last_day,
    refund_percent,
    require_bookable_day,
    require_future,
    require_party,
    tee_off,
    today_at,
)
from tests.domain.samples import AUTUMN_BACK, HOUR, LONDON, MADRID, PLATFORM, SECOND, SPRING_FORWARD, booking

NINE = time(9)


@pytest.mark.parametrize(
    ("play_date", "hour_utc"),
    [
        (SPRING_FORWARD - timedelta(days=1), 9),
        (SPRING_FORWARD, 8),
        (AUTUMN_BACK - timedelta(days=1), 8),
        (AUTUMN_BACK, 9),
    ],
    ids=["before spring", "spring", "before autumn", "autumn"],
)
def test_a_tee_time_is_read_on_the_clock_of_the_clubhouse(play_date: date, hour_utc: int) -> None:
    moment = tee_off(play_date, NINE, LONDON)

    assert moment == datetime.combine(play_date, time(hour_utc), tzinfo=UTC)


def test_a_repeated_hour_means_its_first_pass() -> None:
    assert tee_off(AUTUMN_BACK, time(1, 30), LONDON) == datetime(2027, 10, 31, 0, 30, tzinfo=UTC)


# 24 hours before 09:30 on the day after the change is 08:30 or 10:30 by the clock of the day before.
@pytest.mark.parametrize(
    ("play_date", "line"),
    [
        (SPRING_FORWARD, datetime(2027, 3, 27, 8, 30, tzinfo=UTC)),
        (AUTUMN_BACK, datetime(2027, 10, 30, 9, 30, tzinfo=UTC)),
    ],
    ids=["spring", "autumn"],
)
def test_a_cutoff_counts_hours_that_pass_not_hours_on_the_dial(play_date: date, line: datetime) -> None:
    played_then = booking(Status.CONFIRMED, play_date=play_date)

    after, _event = cancelled(played_then, PLATFORM, line)

    assert after.status is Status.CANCELLED


@pytest.mark.parametrize(
    ("play_date", "line"),
    [
        (SPRING_FORWARD, datetime(2027, 3, 27, 8, 30, tzinfo=UTC)),
        (AUTUMN_BACK, datetime(2027, 10, 30, 9, 30, tzinfo=UTC)),
    ],
    ids=["spring", "autumn"],
)
def test_a_second_after_a_cutoff_across_a_clock_change_is_too_late(play_date: date, line: datetime) -> None:
    played_then = booking(Status.CONFIRMED, play_date=play_date)

    with pytest.raises(CancellationCutoffPassed):
        cancelled(played_then, PLATFORM, line + SECOND)


MIDNIGHT_IN_MADRID = datetime(2027, 6, 9, 22, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "day"),
    [(MIDNIGHT_IN_MADRID - SECOND, 9), (MIDNIGHT_IN_MADRID, 10), (MIDNIGHT_IN_MADRID + SECOND, 10)],
    ids=["a second before midnight", "midnight", "a second after"],
)
def test_today_changes_at_midnight_of_the_course(now: datetime, day: int) -> None:
    assert today_at(MADRID, now) == date(2027, 6, day)


def test_the_last_day_lies_the_days_of_the_terms_ahead() -> None:
    rules = replace(PLATFORM, max_days_in_advance=180)

    assert last_day(rules, datetime(2027, 1, 1, 12, tzinfo=UTC)) == date(2027, 6, 30)


NOON = datetime(2027, 6, 10, 12, tzinfo=UTC)
TODAY = date(2027, 6, 10)


@pytest.mark.parametrize("days", [0, 1, 399, 400])
def test_days_from_today_to_the_last_can_be_booked(days: int) -> None:
    require_bookable_day(TODAY + timedelta(days=days), PLATFORM, NOON)


def test_yesterday_is_past() -> None:
    with pytest.raises(DateInPast):
        require_bookable_day(TODAY - timedelta(days=1), PLATFORM, NOON)


def test_the_day_after_the_last_is_too_far() -> None:
    with pytest.raises(DateTooFar, match="until 2028-07-14"):
        require_bookable_day(TODAY + timedelta(days=401), PLATFORM, NOON)


def test_the_window_moves_at_midnight_of_the_course() -> None:
    in_madrid = replace(PLATFORM, zone=MADRID)

    with pytest.raises(DateInPast):
        require_bookable_day(date(2027, 6, 9), in_madrid, MIDNIGHT_IN_MADRID)


def test_a_tee_time_is_bookable_until_the_second_before_it() -> None:
    require_future(TODAY, NINE, PLATFORM, tee_off(TODAY, NINE, LONDON) - SECOND)


@pytest.mark.parametrize("late", [timedelta(0), SECOND], ids=["on the line", "a second later"])
def test_a_tee_time_that_has_begun_is_past(late: timedelta) -> None:
    with pytest.raises(DateInPast):
        require_future(TODAY, NINE, PLATFORM, tee_off(TODAY, NINE, LONDON) + late)


def test_the_maximum_party_is_welcome() -> None:
    require_party(3, replace(PLATFORM, max_players=3))


def test_one_player_more_than_the_maximum_is_refused() -> None:
    with pytest.raises(TooManyPlayers, match="at most 3"):
        require_party(4, replace(PLATFORM, max_players=3))


TIERS = ((72, 100), (48, 50), (24, 25), (0, 0))


@pytest.mark.parametrize(
    ("left", "percent"),
    [
        (72 * HOUR + SECOND, 100),
        (72 * HOUR, 100),
        (72 * HOUR - SECOND, 50),
        (48 * HOUR, 50),
        (48 * HOUR - SECOND, 25),
        (24 * HOUR, 25),
        (24 * HOUR - SECOND, 0),
        (timedelta(0), 0),
        (-SECOND, 0),
    ],
    ids=str,
)
def test_a_tier_applies_from_exactly_its_hour(left: timedelta, percent: int) -> None:
    assert refund_percent(TIERS, left) == percent


def test_nothing_is_returned_after_the_tee_time_even_by_a_generous_tier() -> None:
    assert refund_percent(((0, 100),), -SECOND) == 0
