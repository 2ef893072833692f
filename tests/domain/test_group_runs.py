"""Where a group fits, as properties of 300 random days; and what it pays, by hand-counted amounts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time
from decimal import Decimal
from random import Random

import pytest

from mock_server.domain.group_runs import GroupTeeTime, Run, discount_percent, find_runs, price_of, standard_price
from mock_server.domain.ledger import Offer


@dataclass(frozen=True)
class Search:
    """A group of *total* players looks for tee times on a day, near a *preferred* time, and the rules find *runs*."""

    day: Sequence[Offer]
    total: int
    preferred: time
    runs: Sequence[Run]

    @property
    def free(self) -> dict[time, int]:
        """The places free at each tee time."""
        return {offer.time: offer.free for offer in self.day}


def _at(minute: int) -> time:
    return time(*divmod(minute, 60))


def _minute(start: time) -> int:
    return start.hour * 60 + start.minute


def _search(number: int) -> Search:
    """Up to 40 tee times at random minutes, each with up to six places free: a course may have more than four."""
    draw = Random(number)  # noqa: S311 - the number of a search gives the same search every time.
    minutes = sorted(draw.sample(range(6 * 60, 19 * 60), draw.randint(0, 40)))
    day = [Offer(_at(minute), draw.randint(0, 6), Decimal("92.00"), "standard") for minute in minutes]
    total, preferred = draw.choice((draw.randint(5, 12), draw.randint(5, 72))), _at(draw.randint(6 * 60, 20 * 60))
    return Search(day, total, preferred, find_runs(day, total, preferred))


SEARCHES = [_search(number) for number in range(300)]
RUNS = [(search, run) for search in SEARCHES for run in search.runs]


def test_many_searches_find_runs_and_many_find_none() -> None:
    found = sum(1 for search in SEARCHES if search.runs)

    assert 100 < found < 250


def test_a_run_is_consecutive() -> None:
    def consecutive(search: Search, run: Run) -> bool:
        sheet = [offer.time for offer in search.day]
        start = sheet.index(run[0].time)
        return [item.time for item in run] == sheet[start : start + len(run)]

    assert [found for found in RUNS if not consecutive(*found)] == []


def test_a_run_holds_exactly_the_group() -> None:
    assert [found for found in RUNS if sum(item.players for item in found[1]) != found[0].total] == []


def test_a_run_takes_what_is_free_and_at_most_four() -> None:
    def possible(search: Search, run: Run) -> bool:
        return all(1 <= item.players <= min(4, search.free[item.time]) for item in run)

    assert [found for found in RUNS if not possible(*found)] == []


def test_a_run_fills_a_tee_time_before_the_next() -> None:
    def filled(search: Search, run: Run) -> bool:
        return all(item.players == min(4, search.free[item.time]) for item in run[:-1])

    assert [found for found in RUNS if not filled(*found)] == []


def test_the_nearest_run_comes_first_and_of_two_the_earlier() -> None:
    def ordered(search: Search) -> bool:
        starts, wanted = [_minute(run[0].time) for run in search.runs], _minute(search.preferred)
        return starts == sorted(starts, key=lambda start: (abs(start - wanted), start))

    assert [search for search in SEARCHES if not ordered(search)] == []


def _fits(day: Sequence[Offer], start: int, total: int) -> bool:
    """Whether the group fits from a tee time on: said again in another way, place by place."""
    places = []
    for offer in day[start:]:
        if offer.free == 0:
            break
        places += [offer.time] * min(4, offer.free)
    return len(places) >= total


def test_every_start_with_room_is_offered_once() -> None:
    def complete(search: Search) -> bool:
        possible = [offer.time for at, offer in enumerate(search.day) if _fits(search.day, at, search.total)]
        return sorted(run[0].time for run in search.runs) == possible

    assert [search for search in SEARCHES if not complete(search)] == []


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


def _run_of_any_price(number: int) -> Run:
    draw = Random(number)  # noqa: S311 - the number of a run gives the same run every time.
    return tuple(
        GroupTeeTime(time(10), draw.randint(1, 4), Decimal(draw.randint(0, 50_000)).scaleb(-2))
        for _ in range(draw.randint(2, 18))
    )


def test_discount_and_total_are_the_subtotal() -> None:
    prices = [price_of(_run_of_any_price(number)) for number in range(300)]

    assert [price for price in prices if price.discount + price.total != price.subtotal] == []
