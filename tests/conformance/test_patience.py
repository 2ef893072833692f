"""How long a wait for a change lasts, and what it learns from the waits before it."""

import pytest

from conformance.asking.oracles import within_budget
from conformance.recordings import moments
from conformance.recordings.moments import timed_by
from tests.conformance.made_up import MadeUpTime

BUDGET = 5.0


def waited_for(shows_after: float, *, time: MadeUpTime) -> float:
    """Seconds that a wait at one place lasts for a change that shows after so many seconds."""
    began = time.seconds
    within_budget(lambda: time.seconds - began, lambda seconds: seconds >= shows_after, seconds=BUDGET)
    return time.seconds - began


def wait_elsewhere(shows_after: float, *, time: MadeUpTime) -> None:
    """A wait at another place."""
    began = time.seconds
    within_budget(lambda: time.seconds - began, lambda seconds: seconds >= shows_after, seconds=BUDGET)


def seen_elsewhere(time: MadeUpTime, count: int, shows_after: float = 0.0) -> None:
    """So many waits at another place, each for a change that shows after so many seconds."""
    for _change in range(count):
        wait_elsewhere(shows_after, time=time)


def test_a_second_wait_in_vain_at_one_place_is_short_where_changes_show_at_once() -> None:
    time = MadeUpTime()
    with timed_by(time):
        seen_elsewhere(time, 5)
        lasted = [waited_for(60.0, time=time) for _wait in range(3)]

    assert lasted[0] >= BUDGET
    assert [1.0 <= seconds <= 2.0 for seconds in lasted[1:]] == [True, True]


@pytest.mark.parametrize(
    ("changes", "shows_after"),
    [pytest.param(4, 0.0, id="few changes have shown"), pytest.param(5, 1.5, id="a change showed late")],
)
def test_a_second_wait_takes_the_whole_budget_while(changes: int, shows_after: float) -> None:
    time = MadeUpTime()
    with timed_by(time):
        seen_elsewhere(time, changes, shows_after)
        lasted = [waited_for(60.0, time=time) for _wait in range(2)]

    assert min(lasted) >= BUDGET


def test_a_wait_at_another_place_takes_the_whole_budget() -> None:
    time = MadeUpTime()
    with timed_by(time):
        seen_elsewhere(time, 5)
        waited_for(60.0, time=time)
        began = time.seconds
        wait_elsewhere(60.0, time=time)

    assert time.seconds - began >= BUDGET


def test_a_run_learns_nothing_from_the_run_before_it() -> None:
    time = MadeUpTime()
    with timed_by(time):
        seen_elsewhere(time, 5)
        waited_for(60.0, time=time)
    with timed_by(time):
        seen_elsewhere(time, 5)
        lasted = waited_for(60.0, time=time)

    assert lasted >= BUDGET


def test_outside_a_run_nothing_is_learnt() -> None:
    moments.patience().note_in_vain("a place")

    assert moments.patience().seconds_for("a place", BUDGET) == BUDGET
