"""Where a group fits, as properties of every sheet; and what it pays, by hand-counted amounts."""

from datetime import time
from decimal import Decimal
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_server.domain.group_runs import GroupTeeTime, Run, discount_percent, find_runs, price_of, standard_price
from mock_server.domain.ledger import Offer

quick = settings(deadline=None, derandomize=True, database=None, max_examples=100)


def _minute(start: time) -> int:
    return start.hour * 60 + start.minute


def _sheet(drawn: bytes) -> list[Offer]:
    """A day of tee times in order, one for each byte: up to 19 minutes after the tee time before, and with up to six
    places free, because a course may have more than four.
    """
    minutes = accumulate((1 + byte // 7 % 19 for byte in drawn), initial=6 * 60)
    return [
        Offer(time(*divmod(at, 60)), byte % 7, Decimal("92.00"), "standard")
        for at, byte in zip(minutes, drawn, strict=False)
    ]


# One draw for a whole day: hypothesis takes far longer to draw a hundred small numbers than the rules to find the runs.
sheets = st.binary(max_size=40).map(_sheet)
totals = st.integers(5, 72)
times = st.integers(6 * 60, 20 * 60).map(lambda at: time(*divmod(at, 60)))


@quick
@given(sheets, totals, times)
def test_a_run_is_consecutive(day: list[Offer], total: int, preferred: time) -> None:
    sheet = [offer.time for offer in day]

    for run in find_runs(day, total, preferred):
        start = sheet.index(run[0].time)
        assert [item.time for item in run] == sheet[start : start + len(run)]


@quick
@given(sheets, totals, times)
def test_a_run_holds_exactly_the_group(day: list[Offer], total: int, preferred: time) -> None:
    assert all(sum(item.players for item in run) == total for run in find_runs(day, total, preferred))


@quick
@given(sheets, totals, times)
def test_a_run_takes_what_is_free_and_at_most_four(day: list[Offer], total: int, preferred: time) -> None:
    free = {offer.time: offer.free for offer in day}

    for run in find_runs(day, total, preferred):
        assert all(1 <= item.players <= min(4, free[item.time]) for item in run)


@quick
@given(sheets, totals, times)
def test_a_run_fills_a_tee_time_before_the_next(day: list[Offer], total: int, preferred: time) -> None:
    free = {offer.time: offer.free for offer in day}

    for run in find_runs(day, total, preferred):
        assert all(item.players == min(4, free[item.time]) for item in run[:-1])


@quick
@given(sheets, totals, times)
def test_the_nearest_run_comes_first_and_of_two_the_earlier(day: list[Offer], total: int, preferred: time) -> None:
    starts = [_minute(run[0].time) for run in find_runs(day, total, preferred)]

    assert starts == sorted(starts, key=lambda start: (abs(start - _minute(preferred)), start))


def _fits(day: list[Offer], start: int, total: int) -> bool:
    """Whether the group fits from a tee time on: said again in another way, place by place."""
    places = []
    for offer in day[start:]:
        if offer.free == 0:
            break
        places += [offer.time] * min(4, offer.free)
    return len(places) >= total


@quick
@given(sheets, totals, times)
def test_every_start_with_room_is_offered_once(day: list[Offer], total: int, preferred: time) -> None:
    starts = sorted(run[0].time for run in find_runs(day, total, preferred))

    assert starts == [offer.time for at, offer in enumerate(day) if _fits(day, at, total)]


def _day(*free: int) -> list[Offer]:
    return [
        Offer(time(*divmod(600 + 10 * number, 60)), places, Decimal("92.00"), "standard")
        for number, places in enumerate(free)
    ]


def _seats(run: Run) -> list[tuple[str, int]]:
    return [(f"{item.time:%H:%M}", item.players) for item in run]


def test_twelve_players_take_three_tee_times_of_four() -> None:
    (run,) = find_runs(_day(4, 4, 4), 12, time(10))

    assert _seats(run) == [("10:00", 4), ("10:10", 4), ("10:20", 4)]


def test_a_full_tee_time_parts_two_runs() -> None:
    runs = find_runs(_day(4, 4, 0, 4, 4), 8, time(10))

    assert [_seats(run) for run in runs] == [[("10:00", 4), ("10:10", 4)], [("10:30", 4), ("10:40", 4)]]


def test_a_group_sits_around_those_who_were_there_before() -> None:
    (run,) = find_runs(_day(2, 1, 3), 6, time(10))

    assert _seats(run) == [("10:00", 2), ("10:10", 1), ("10:20", 3)]


def test_of_two_runs_as_near_the_earlier_comes_first() -> None:
    runs = find_runs(_day(4, 4, 4, 4), 8, time(10, 5))

    assert [run[0].time for run in runs] == [time(10), time(10, 10), time(10, 20)]


@pytest.mark.parametrize("day", [_day(), _day(4), _day(4, 0, 4), _day(0, 0, 0)], ids=["none", "one", "gap", "full"])
def test_a_sheet_without_room_has_no_run(day: list[Offer]) -> None:
    assert find_runs(day, 5, time(10)) == []


@pytest.mark.parametrize(
    ("players", "percent"), [(5, 0), (7, 0), (8, 5), (9, 5), (15, 5), (16, 10), (17, 10), (72, 10)]
)
def test_the_discount_follows_from_the_number_of_players(players: int, percent: int) -> None:
    assert discount_percent(players) == percent


@pytest.mark.parametrize(
    ("players", "subtotal", "discount", "total"),
    [
        (6, "552.00", "0.00", "552.00"),
        (12, "1104.00", "55.20", "1048.80"),
        (16, "1472.00", "147.20", "1324.80"),
    ],
)
def test_a_standard_price_is_that_of_the_contract(players: int, subtotal: str, discount: str, total: str) -> None:
    price = standard_price(Decimal("92.00"), players)

    assert (price.subtotal, price.discount, price.total) == (Decimal(subtotal), Decimal(discount), Decimal(total))


def test_half_a_cent_is_rounded_up() -> None:
    assert standard_price(Decimal("46.70"), 9).discount == Decimal("21.02")


def test_a_group_pays_what_each_of_its_tee_times_costs() -> None:
    run = (GroupTeeTime(time(14, 50), 4, Decimal("92.00")), GroupTeeTime(time(15), 1, Decimal("60.50")))

    assert price_of(run).total == Decimal("428.50")


@quick
@given(st.lists(st.tuples(st.integers(1, 4), st.integers(0, 50_000)), min_size=2, max_size=18))
def test_discount_and_total_are_the_subtotal(tee_times: list[tuple[int, int]]) -> None:
    run = tuple(GroupTeeTime(time(10), players, Decimal(cents).scaleb(-2)) for players, cents in tee_times)

    price = price_of(run)

    assert price.discount + price.total == price.subtotal
