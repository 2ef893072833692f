"""Turns of a clock that several lanes move: nobody sees a move that they did not ask for."""

import threading
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.scope import clock_turns
from conformance.scope.clock_turns import ClockReading, ClockTurns, Turn
from conformance.scope.lanes import side_by_side

NOON = datetime(2040, 5, 12, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
PLANS = st.lists(st.lists(st.integers(1, 90), max_size=3), min_size=1, max_size=6)


def reading(shown: datetime) -> ClockReading:
    return ClockReading(shown, 0.0)


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
        turn = self._turns.wait_for(before + by, before)
        if turn.reading is None:
            assert turn.since == self.now
            self.now, self.moves = turn.to, self.moves + 1
            self._turns.moved(turn.to, reading(self.now))
        with self._noting:
            self.seen.append((turn.reading.shown if turn.reading else self.now) - before - by)


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
    turns, later = ClockTurns(2), NOON + timedelta(seconds=9)

    turn, moment = side_by_side([lambda: turns.wait_for(later, NOON), lambda: _moves(turns, NOON)])

    assert (turn, moment) == (Turn(later, reading=reading(later)), later)


def _moves(turns: ClockTurns, goal: datetime) -> datetime:
    turn = turns.wait_for(goal, NOON)
    if turn.reading is None:
        turns.moved(turn.to, reading(turn.to))
    return turn.to


def _fail_to_move(turns: ClockTurns, number: int, tried: list[int]) -> None:
    turn = turns.wait_for(NOON + number * MINUTE, NOON)
    if turn.reading is None:
        tried.append(number)
        turns.moved(turn.to, None)
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

    assert turns.wait_for(NOON, NOON) == Turn(NOON, since=NOON)


def test_a_clock_that_nobody_has_read_lately_is_read_before_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_turns, "_A_READING_COUNTS_FOR_SECONDS", -1.0)

    assert ClockTurns(1).wait_for(NOON + MINUTE, NOON) == Turn(NOON + MINUTE, since=None)


def test_a_clock_whose_move_failed_is_read_before_the_next_lane_moves_it() -> None:
    turns = ClockTurns(2)

    def fails() -> Turn:
        turn = turns.wait_for(NOON + MINUTE, NOON)
        turns.moved(turn.to, None)
        turns.leave()
        return turn

    first, second = side_by_side([fails, lambda: turns.wait_for(NOON + 2 * MINUTE, NOON)])

    assert (first.since, second.since) == (NOON, None)


def test_the_parts_of_a_check_wait_in_the_place_of_their_lane() -> None:
    turns = ClockTurns(2)
    turns.join(2)

    def part(minutes: int) -> datetime:
        moment = _moves(turns, NOON + minutes * MINUTE)
        turns.leave()
        return moment

    moments = side_by_side([partial(part, minutes) for minutes in (5, 7, 9, 11)])

    assert moments == [NOON + minutes * MINUTE for minutes in (5, 7, 9, 11)]
