"""The arithmetic of places, as properties: whatever is taken, nothing is sold twice and nothing is lost."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mock_server.domain.ledger import Offer, Taking, TakingKind, offers, require_places, taken_by_time
from mock_server.domain.refusals import TeeTimeUnavailable
from tests.domain.samples import SECOND

PLAY_DATE = date(2027, 4, 17)
NOW = datetime(2027, 4, 1, 12, tzinfo=UTC)
CAPACITY = 4
TIMES = [time(9, minute) for minute in (0, 10, 20)]
SHEET = tuple(Offer(start, CAPACITY, Decimal("92.00"), "standard") for start in TIMES)

quick = settings(deadline=None, derandomize=True, database=None, max_examples=40)


@dataclass(frozen=True)
class Wish:
    """Somebody wants places at a tee time, and keeps them for so many minutes (None: for good)."""

    tee_time: time
    places: int
    minutes: int | None


MINUTES = range(-20, 21)
# Half of the wishes are for good. One draw for each wish keeps the properties fast.
WISHES = [Wish(*facts) for facts in product(TIMES, (1, 2, 3, 4), [*MINUTES, *[None] * len(MINUTES)])]
wishes = st.lists(st.sampled_from(WISHES), max_size=25)


def _taking(wish: Wish, number: int) -> Taking:
    expires_at = None if wish.minutes is None else NOW + timedelta(minutes=wish.minutes)
    return Taking(f"owner{number}", TakingKind.HELD, "crs", PLAY_DATE, wish.tee_time, wish.places, expires_at)


def _day(takings: list[Taking], now: datetime) -> list[Offer]:
    return offers(SHEET, taken_by_time(takings, now))


def _granted(wanted: list[Wish], now: datetime) -> list[Taking]:
    """The takings that result when wishes come one by one and each is granted or refused."""
    takings: list[Taking] = []
    for number, wish in enumerate(wanted):
        try:
            require_places(_day(takings, now), PLAY_DATE, wish.tee_time, wish.places)
        except TeeTimeUnavailable:
            continue
        takings.append(_taking(wish, number))
    return takings


@quick
@given(wishes)
def test_no_tee_time_is_sold_beyond_its_places(wanted: list[Wish]) -> None:
    takings = _granted(wanted, NOW)

    assert all(0 <= offer.free <= CAPACITY for offer in _day(takings, NOW))


@quick
@given(wishes)
def test_free_and_taken_places_are_the_capacity(wanted: list[Wish]) -> None:
    takings = _granted(wanted, NOW)

    taken = taken_by_time(takings, NOW)

    assert {offer.time: offer.free + taken.get(offer.time, 0) for offer in _day(takings, NOW)} == dict.fromkeys(
        TIMES, CAPACITY
    )


@quick
@given(wishes, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(wanted: list[Wish], random: object) -> None:
    takings = _granted(wanted, NOW)
    shuffled = list(takings)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert _day(shuffled, NOW) == _day(takings, NOW)


@quick
@given(wishes)
def test_giving_a_taking_back_frees_exactly_its_places(wanted: list[Wish]) -> None:
    takings = [*_granted(wanted, NOW), _taking(Wish(TIMES[0], 1, None), 99)]

    freed = {offer.time: offer.free for offer in _day(takings[:-1], NOW)}
    before = {offer.time: offer.free for offer in _day(takings, NOW)}

    assert freed == before | {TIMES[0]: before[TIMES[0]] + 1}


@quick
@given(wishes)
def test_places_only_return_as_time_passes(wanted: list[Wish]) -> None:
    takings = _granted(wanted, NOW)

    later = [offer.free for offer in _day(takings, NOW + timedelta(minutes=10))]

    assert all(now.free <= then for now, then in zip(_day(takings, NOW), later, strict=True))


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
