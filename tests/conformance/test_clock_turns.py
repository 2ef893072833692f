"""Turns of a clock that several lanes move: nobody sees a move that they did not ask for."""

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.scope.clock_turns import ClockTurns
from conformance.scope.lanes import side_by_side

NOON = datetime(2040, 5, 12, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PLANS = st.lists(st.lists(st.integers(1, 90), max_size=3), min_size=1, max_size=6)


class Town:
    """A clock, and lanes that each move it by some minutes, one move after the other."""

    def __init__(self, plans: Sequence[Sequence[int]]) -> None:
        self.now = NOON
        self.moves = 0
        self.seen: list[timedelta] = []
        self._plans = plans
        self._turns = ClockTurns(len(plans))
        self._noting = threading.Lock()

    def run(self) -> None:
        side_by_side([self._lane(plan) for plan in self._plans])

    def _lane(self, plan: Sequence[int]) -> Callable[[], None]:
        def move_as_planned() -> None:
            try:
                for minutes in plan:
                    self._move(minutes * MINUTE)
            finally:
                self._turns.leave()

        return move_as_planned

    def _move(self, by: timedelta) -> None:
        before = self.now
        moment = self._turns.wait_for(before + by)
        if moment is not None:
            self.now, self.moves = moment, self.moves + 1
            self._turns.moved(moment)
        with self._noting:
            self.seen.append(self.now - before - by)


@given(PLANS)
@settings(deadline=None, max_examples=60)
def test_each_lane_sees_the_move_that_it_asked_for(plans: list[list[int]]) -> None:
    town = Town(plans)

    town.run()

    assert len(town.seen) == sum(map(len, plans))
    assert set(town.seen) <= {timedelta()}
    assert town.now - NOON == max((sum(plan) for plan in plans), default=0) * MINUTE


def test_lanes_that_wait_for_the_same_moment_wait_once() -> None:
    town = Town([[16], [16], [16]])

    town.run()

    assert town.moves == 1


def test_lanes_that_wait_for_moments_some_seconds_apart_wait_once() -> None:
    turns = ClockTurns(2)
    moments = side_by_side([lambda: turns.wait_for(NOON + timedelta(seconds=9)), lambda: _moves(turns, NOON)])

    assert moments == [None, NOON + timedelta(seconds=9)]


def _moves(turns: ClockTurns, goal: datetime) -> datetime | None:
    moment = turns.wait_for(goal)
    if moment is not None:
        turns.moved(moment)
    return moment


def _fail_to_move(turns: ClockTurns, number: int, tried: list[int]) -> None:
    if turns.wait_for(NOON + number * MINUTE) is not None:
        tried.append(number)
        turns.moved(datetime.min.replace(tzinfo=UTC))
    turns.leave()


def test_a_lane_that_cannot_move_the_clock_lets_the_next_lane_try() -> None:
    turns, tried = ClockTurns(2), list[int]()

    side_by_side([lambda: _fail_to_move(turns, 1, tried), lambda: _fail_to_move(turns, 2, tried)])

    assert tried == [1, 2]


@pytest.mark.parametrize("lanes", [1, 3])
def test_a_lane_without_others_does_not_wait(lanes: int) -> None:
    turns = ClockTurns(lanes)
    for _ in range(lanes - 1):
        turns.leave()

    assert turns.wait_for(NOON) == NOON


def test_the_parts_of_a_check_wait_in_the_place_of_their_lane() -> None:
    turns = ClockTurns(2)
    turns.join(2)

    def part(minutes: int) -> datetime | None:
        moment = _moves(turns, NOON + minutes * MINUTE)
        turns.leave()
        return moment

    moments = side_by_side([partial(part, minutes) for minutes in (5, 7, 9, 11)])

    assert moments == [NOON + minutes * MINUTE for minutes in (5, 7, 9, 11)]
