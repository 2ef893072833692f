"""Parts of a check that run side by side: what they return, what they raise, and the names that a replay knows."""

from collections.abc import Callable
from functools import partial
from threading import Barrier, BrokenBarrierError
from typing import NoReturn

import pytest

from conformance.evidence.verdicts import AnswerLost, Untested
from conformance.recordings.moments import racer
from conformance.recordings.parts import act_together, found_for_all, kept_together
from conformance.scope.lanes import WHOLE_RUN, Lane, running_in

IN_A_LANE = Lane("first", 0, 2)


def _untested() -> NoReturn:
    raise Untested("No course has such terms.")


def _lost() -> NoReturn:
    raise AnswerLost("The answer to POST /travel/bookings was lost.")


def _meeting(seconds: float) -> Callable[[], str]:
    """An act that waits for a second one, at most *seconds*, and returns the name of its part."""
    both = Barrier(2)

    def act() -> str:
        both.wait(seconds)
        return racer()

    return act


def test_parts_in_a_lane_are_under_way_together_and_have_names() -> None:
    with running_in(IN_A_LANE):
        assert act_together([_meeting(10)] * 2) == ["part 1", "part 2"]


def test_parts_of_a_run_with_one_lane_follow_each_other() -> None:
    with running_in(WHOLE_RUN), pytest.raises(BrokenBarrierError):
        act_together([_meeting(0.05)] * 2)


@pytest.mark.parametrize("lane", [IN_A_LANE, WHOLE_RUN], ids=["in a lane", "in one lane"])
def test_each_act_returns_or_raises_again_what_came_of_it(lane: Lane) -> None:
    with running_in(lane):
        kept = kept_together({"first": partial(str, 1), "second": _untested})

    assert kept["first"]() == "1"
    with pytest.raises(Untested):
        kept["second"]()


def test_a_lost_answer_is_raised_at_once() -> None:
    with running_in(IN_A_LANE), pytest.raises(AnswerLost):
        kept_together({"first": partial(str, 1), "second": _lost})


def test_what_a_part_finds_out_for_all_lanes_belongs_to_no_part() -> None:
    def act() -> tuple[str, str]:
        with found_for_all("facts"):
            within = racer()
        return within, racer()

    with running_in(IN_A_LANE):
        assert act_together([act, act]) == [("", "part 1"), ("", "part 2")]
