"""What a day offers: windows of time are exclusive, noon belongs to the afternoon, the best day is the cheapest."""

from datetime import UTC, date, datetime, time
from decimal import Decimal

import pytest

from mock_server.domain.availability import (
    DaySummary,
    best,
    between,
    in_time_range,
    not_begun,
    summary,
    with_room,
)
from mock_server.domain.ledger import Offer
from mock_server.domain.terms import tee_off
from tests.domain.samples import LONDON, PLATFORM, SECOND, SPRING_FORWARD

STARTS = [time(8), time(11, 59), time(12), time(16)]
PLACES = [4, 1, 0, 2]
FEES = ["90.00", "80.00", "10.00", "70.00"]
DAY = [Offer(start, free, Decimal(fee), "standard") for start, free, fee in zip(STARTS, PLACES, FEES, strict=True)]


def _times(offers: list[Offer]) -> list[time]:
    return [offer.time for offer in offers]


@pytest.mark.parametrize(
    ("players", "times"),
    [(1, [time(8), time(11, 59), time(16)]), (2, [time(8), time(16)]), (3, [time(8)]), (4, [time(8)])],
)
def test_a_tee_time_is_listed_with_room_for_all_players(players: int, times: list[time]) -> None:
    assert _times(with_room(DAY, players)) == times


@pytest.mark.parametrize(
    ("earliest", "latest", "times"),
    [
        (None, None, STARTS),
        (time(8), None, STARTS[1:]),
        (time(7, 59), None, STARTS),
        (None, time(16), STARTS[:-1]),
        (None, time(16, 1), STARTS),
        (time(8), time(16), STARTS[1:-1]),
    ],
    ids=["open", "earliest on the line", "earliest before", "latest on the line", "latest after", "both"],
)
def test_both_bounds_exclude_their_own_time(earliest: time | None, latest: time | None, times: list[time]) -> None:
    assert _times(between(DAY, earliest, latest)) == times


@pytest.mark.parametrize(("time_range", "times"), [("morning", STARTS[:2]), ("afternoon", STARTS[2:]), ("all", STARTS)])
def test_noon_begins_the_afternoon(time_range: str, times: list[time]) -> None:
    assert _times(in_time_range(DAY, time_range)) == times


@pytest.mark.parametrize(
    ("seconds", "times"),
    [(-1, STARTS), (0, STARTS[1:]), (1, STARTS[1:])],
    ids=["a second before the first", "as it begins", "a second after"],
)
def test_a_tee_time_leaves_the_list_as_it_begins(seconds: int, times: list[time]) -> None:
    now = tee_off(SPRING_FORWARD, STARTS[0], LONDON) + seconds * SECOND

    assert _times(not_begun(DAY, SPRING_FORWARD, PLATFORM, now)) == times


def test_a_day_that_is_over_has_no_tee_times_left() -> None:
    assert not_begun(DAY, SPRING_FORWARD, PLATFORM, datetime(2027, 3, 29, tzinfo=UTC)) == []


def test_a_closed_day_has_no_tee_times() -> None:
    assert not_begun([], SPRING_FORWARD, PLATFORM, datetime(2027, 3, 1, tzinfo=UTC)) == []


def test_a_summary_tells_count_frame_and_lowest_price() -> None:
    shown = summary(SPRING_FORWARD, DAY)

    assert shown == DaySummary(SPRING_FORWARD, 4, time(8), time(16), Decimal("10.00"))


def test_a_summary_of_nothing_has_no_times_and_no_price() -> None:
    assert summary(SPRING_FORWARD, []) == DaySummary(SPRING_FORWARD, 0, None, None, None)


def _day(number: int, slots: int, price: str | None) -> DaySummary:
    return DaySummary(date(2027, 4, number), slots, None, None, None if price is None else Decimal(price))


@pytest.mark.parametrize(
    ("days", "number"),
    [
        ([_day(1, 9, "80.00"), _day(2, 1, "70.00")], 2),
        ([_day(1, 3, "70.00"), _day(2, 4, "70.00")], 2),
        ([_day(2, 3, "70.00"), _day(1, 3, "70.00")], 1),
        ([_day(1, 0, None), _day(2, 1, "90.00")], 2),
    ],
    ids=["lowest price", "then most tee times", "then earliest", "open before closed"],
)
def test_the_best_day_is_cheapest_then_freest_then_earliest(days: list[DaySummary], number: int) -> None:
    chosen = best(days)

    assert chosen is not None
    assert chosen.play_date.day == number


def test_no_open_day_has_no_best_day() -> None:
    assert best([_day(1, 0, None), _day(2, 0, None)]) is None
