"""The arithmetic of places, as properties: whatever is taken, nothing is sold twice and nothing is lost."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random

import pytest

from mock_server.domain.ledger import Offer, Taking, TakingKind, offers, require_places, taken_by_time
from mock_server.domain.refusals import TeeTimeUnavailable
from tests.domain.samples import SECOND

PLAY_DATE = date(2027, 4, 17)
NOW = datetime(2027, 4, 1, 12, tzinfo=UTC)
CAPACITY = 4
TIMES = [time(9, minute) for minute in (0, 10, 20)]
SHEET = tuple(Offer(start, CAPACITY, Decimal("92.00"), "standard") for start in TIMES)


@dataclass(frozen=True)
class Wish:
    """Somebody wants places at a tee time, and keeps them for a number of minutes (None: for good)."""

    tee_time: time
    places: int
    minutes: int | None


def _taking(wish: Wish, number: int) -> Taking:
    expires_at = None if wish.minutes is None else NOW + timedelta(minutes=wish.minutes)
    return Taking(f"owner{number}", TakingKind.HELD, "crs", PLAY_DATE, wish.tee_time, wish.places, expires_at)


def _day(takings: Sequence[Taking], now: datetime) -> list[Offer]:
    return offers(SHEET, taken_by_time(takings, now))


def _granted(wanted: Sequence[Wish], now: datetime) -> list[Taking]:
    """The takings that result when wishes come one by one and each is granted or refused."""
    takings: list[Taking] = []
    for number, wish in enumerate(wanted):
        try:
            require_places(_day(takings, now), PLAY_DATE, wish.tee_time, wish.places)
        except TeeTimeUnavailable:
            continue
        takings.append(_taking(wish, number))
    return takings


@dataclass(frozen=True)
class History:
    """Wishes in the order in which they come, and the *takings* that are granted."""

    wishes: Sequence[Wish]
    takings: Sequence[Taking]


def _wish(draw: Random) -> Wish:
    return Wish(draw.choice(TIMES), draw.randint(1, 4), draw.choice((None, draw.randint(-20, 20))))


def _history(number: int) -> History:
    draw = Random(number)  # noqa: S311 - the number of a history gives the same history every time.
    wishes = [_wish(draw) for _ in range(draw.randint(0, 12))]
    return History(wishes, _granted(wishes, NOW))


HISTORIES = [_history(number) for number in range(100)]


def _free(takings: Sequence[Taking], now: datetime = NOW) -> dict[time, int]:
    return {offer.time: offer.free for offer in _day(takings, now)}


def test_many_histories_have_a_refusal_and_many_have_none() -> None:
    refused = sum(1 for history in HISTORIES if len(history.takings) < len(history.wishes))

    assert 30 < refused < 80


def test_no_tee_time_is_sold_beyond_its_places() -> None:
    def oversold(history: History) -> bool:
        return any(not 0 <= free <= CAPACITY for free in _free(history.takings).values())

    assert [history for history in HISTORIES if oversold(history)] == []


def test_free_and_taken_places_are_the_capacity() -> None:
    def balanced(history: History) -> bool:
        taken = taken_by_time(history.takings, NOW)
        sums = {start: free + taken.get(start, 0) for start, free in _free(history.takings).items()}
        return sums == dict.fromkeys(TIMES, CAPACITY)

    assert [history for history in HISTORIES if not balanced(history)] == []


def test_the_order_of_the_rows_does_not_matter() -> None:
    def shuffled(history: History) -> list[Taking]:
        return Random(len(history.takings)).sample(history.takings, len(history.takings))  # noqa: S311 - repeatable.

    assert [history for history in HISTORIES if _free(shuffled(history)) != _free(history.takings)] == []


def test_giving_a_taking_back_frees_exactly_its_places() -> None:
    one_place = _taking(Wish(TIMES[0], 1, None), 99)

    def exact(history: History) -> bool:
        freed, before = _free(history.takings), _free([*history.takings, one_place])
        return freed == before | {TIMES[0]: before[TIMES[0]] + 1}

    assert [history for history in HISTORIES if not exact(history)] == []


def test_places_only_return_as_time_passes() -> None:
    def lost(history: History) -> bool:
        later = _free(history.takings, NOW + timedelta(minutes=10))
        return any(free > later[start] for start, free in _free(history.takings).items())

    assert [history for history in HISTORIES if lost(history)] == []


def test_a_hold_takes_places_until_the_second_before_its_expiry() -> None:
    held = _taking(Wish(TIMES[0], 2, 15), 1)
    assert held.expires_at is not None

    assert taken_by_time([held], held.expires_at - SECOND) == {TIMES[0]: 2}


@pytest.mark.parametrize("late", [0, 1], ids=["on the line", "a second later"])
def test_a_hold_takes_nothing_from_the_second_of_its_expiry(late: int) -> None:
    held = _taking(Wish(TIMES[0], 2, 15), 1)
    assert held.expires_at is not None

    assert taken_by_time([held], held.expires_at + late * SECOND) == {}


def test_the_last_places_can_be_taken() -> None:
    day = [Offer(TIMES[0], 2, Decimal("92.00"), "standard")]

    assert require_places(day, PLAY_DATE, TIMES[0], 2) == day[0]


def test_one_place_more_than_is_free_is_refused_with_the_number_left() -> None:
    day = [Offer(TIMES[0], 2, Decimal("92.00"), "standard")]

    with pytest.raises(TeeTimeUnavailable, match="has 2 places left, not 3"):
        require_places(day, PLAY_DATE, TIMES[0], 3)


def test_a_time_that_is_not_on_the_sheet_is_refused() -> None:
    with pytest.raises(TeeTimeUnavailable, match="no tee time at 09:05"):
        require_places(_day([], NOW), PLAY_DATE, time(9, 5), 1)
