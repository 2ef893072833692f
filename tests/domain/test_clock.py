"""The clock of a world: frozen it stops, ticking it follows the wall, and it never goes back."""

from datetime import UTC, datetime, timedelta

import pytest

from mock_server.clock import Clock, ClockMode
from mock_server.domain.refusals import BackwardsInTime
from tests.domain.samples import SECOND

WALL = datetime(2027, 1, 1, 12, tzinfo=UTC)
WORLD = datetime(2030, 6, 1, 8, tzinfo=UTC)
FROZEN = Clock(ClockMode.FROZEN, WORLD, WALL)
TICKING = Clock(ClockMode.TICKING, WORLD, WALL)
AN_HOUR = timedelta(hours=1)


def test_a_frozen_clock_stands_while_the_wall_moves() -> None:
    assert FROZEN.now(WALL + AN_HOUR) == WORLD


def test_a_ticking_clock_moves_with_the_wall() -> None:
    assert TICKING.now(WALL + AN_HOUR) == WORLD + AN_HOUR


def test_a_ticking_clock_is_not_turned_back_by_a_call_that_came_before_it_was_set() -> None:
    assert TICKING.now(WALL - SECOND) == WORLD


def test_a_clock_shows_whole_seconds() -> None:
    assert TICKING.now(WALL + timedelta(microseconds=1_999_999)) == WORLD + SECOND


@pytest.mark.parametrize("clock", [FROZEN, TICKING], ids=["frozen", "ticking"])
def test_a_moved_clock_shows_the_new_moment(clock: Clock) -> None:
    moved = clock.moved(WORLD + AN_HOUR, ClockMode.FROZEN, WALL)

    assert moved.now(WALL + 5 * AN_HOUR) == WORLD + AN_HOUR


def test_a_frozen_clock_that_is_released_ticks_from_where_it_stood() -> None:
    released = FROZEN.moved(WORLD, ClockMode.TICKING, WALL + AN_HOUR)

    assert released.now(WALL + AN_HOUR + SECOND) == WORLD + SECOND


def test_a_clock_can_be_set_to_what_it_shows() -> None:
    assert FROZEN.moved(WORLD, ClockMode.FROZEN, WALL) == FROZEN


def test_a_frozen_clock_is_not_set_back_a_second() -> None:
    with pytest.raises(BackwardsInTime):
        FROZEN.moved(WORLD - SECOND, ClockMode.FROZEN, WALL)


def test_a_ticking_clock_is_not_set_back_to_where_it_started() -> None:
    with pytest.raises(BackwardsInTime):
        TICKING.moved(WORLD, ClockMode.TICKING, WALL + SECOND)
