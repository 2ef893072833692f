"""Lanes: which checks run side by side, and what each lane owns."""

from datetime import date, timedelta
from functools import partial
from threading import Barrier, BrokenBarrierError
from time import sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.catalogue.files import load_catalogue
from conformance.discovery.grounds import is_of_lane
from conformance.evidence.verdicts import Untested
from conformance.footprint.measured import load_measurements
from conformance.running.assignment import CheckGroup, assigned, parts_for
from conformance.running.engine import collect_marks
from conformance.scope.lanes import (
    WHOLE_RUN,
    Lane,
    PerLane,
    read_ahead,
    run_together,
    running_in,
    shared_by_all,
    side_by_side,
)
from conformance.scope.selection import Need, need_of

LANES = st.integers(2, 16)


@st.composite
def groups(draw: st.DrawFn) -> list[CheckGroup]:
    needs = st.sampled_from(list(Need))
    sizes = draw(st.lists(st.tuples(needs, st.integers(0, 60), st.integers(1, 4)), max_size=40))
    return [
        CheckGroup(tuple(f"check {place}.{number}" for number in range(count)), need, requests)
        for place, (need, requests, count) in enumerate(sizes)
    ]


@given(groups(), LANES)
def test_each_check_has_one_lane_with_its_group(drawn: list[CheckGroup], lanes: int) -> None:
    found = assigned(drawn, lanes)
    alone_needs = (Need.clock_alone, Need.further_writes, Need.whole_run)
    alone = {check for group in drawn if group.need in alone_needs for check in group.checks}

    assert sorted(found) == sorted(check for group in drawn for check in group.checks)
    assert {check for check, lane in found.items() if lane == 0} == alone
    assert set(found.values()) <= set(range(lanes + 1))
    assert all(len({found[check] for check in group.checks}) == 1 for group in drawn)


@given(groups(), LANES)
def test_checks_that_need_quiet_share_a_lane_that_no_reader_has(drawn: list[CheckGroup], lanes: int) -> None:
    found = assigned(drawn, lanes)
    of_need = {need: {found[check] for group in drawn if group.need is need for check in group.checks} for need in Need}

    assert len(of_need[Need.quiet]) <= 1
    assert of_need[Need.quiet].isdisjoint(of_need[Need.reads])


def test_no_check_that_runs_beside_quiet_checks_creates_anything() -> None:
    marks, _ = collect_marks()
    catalogue, measured = load_catalogue(), load_measurements()

    reading = [name for name, found in marks.items() if need_of(found, catalogue) is Need.reads]

    assert reading
    assert [name for name in reading if any(footprint.most.created for footprint in measured.all_of([name]))] == []


@given(groups(), LANES)
def test_no_lane_has_more_requests_than_another_by_more_than_one_group(drawn: list[CheckGroup], lanes: int) -> None:
    writing = [group for group in drawn if group.need in (Need.own_tee_times, Need.own_deliveries)]
    found = assigned(writing, lanes)
    requests = dict.fromkeys(range(1, lanes + 1), 0)
    for group in writing:
        requests[found[group.checks[0]]] += group.requests

    assert max(requests.values()) - min(requests.values()) <= max((group.requests for group in writing), default=0)


def _owns(lane: Lane, course_id: str, day: date) -> bool:
    with running_in(lane):
        return is_of_lane(course_id, day)


@given(st.text(min_size=1), st.dates(date(2026, 1, 1), date(2030, 1, 1)), LANES)
def test_each_day_of_a_course_belongs_to_one_lane(course_id: str, day: date, lanes: int) -> None:
    owners = [lane for lane in _all_lanes(lanes) if _owns(lane, course_id, day)]

    assert len(owners) == 1


@given(LANES)
def test_each_lane_owns_every_day_of_the_week(lanes: int) -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(7 * parts_for(lanes))]
    owned = [{day.weekday() for day in days if _owns(lane, "crs_1", day)} for lane in _all_lanes(lanes)]

    assert owned == [set(range(7))] * len(owned)


@given(st.sets(st.integers(1, 9999), min_size=1), LANES)
def test_no_two_lanes_give_the_same_number(things: set[int], lanes: int) -> None:
    numbers = [lane.count(thing) for lane in _all_lanes(lanes) for thing in things]

    assert len(set(numbers)) == len(numbers)


def test_a_value_of_a_lane_is_not_seen_in_another() -> None:
    known: PerLane[list[str]] = PerLane(list)
    with running_in(Lane("lane 1", 1, 4)):
        known.here.append("a booking")

    with running_in(Lane("lane 2", 2, 4)):
        assert known.here == []
    with running_in(Lane("lane 1", 1, 4)):
        assert known.here == ["a booking"]


def test_a_run_with_one_lane_has_no_place_of_its_own_for_shared_facts() -> None:
    known: PerLane[list[str]] = PerLane(list)

    with shared_by_all("facts about courses"):
        known.here.append("a course")

    assert known.here == ["a course"]


def _all_lanes(lanes: int) -> list[Lane]:
    parts = parts_for(lanes)
    return [Lane(f"lane {number}", number, parts) for number in range(parts)]


def _meeting(lane: Lane, seconds: float) -> list[int]:
    """The results of two reads in *lane*, each of which waits for the other, at most *seconds*."""
    both = Barrier(2)

    def read(number: int) -> int:
        both.wait(seconds)
        return number

    with running_in(lane):
        return run_together(partial(read, number) for number in (1, 2))


def test_reads_of_a_lane_are_under_way_together_and_keep_their_order() -> None:
    assert _meeting(Lane("first", 0, 2), 10) == [1, 2]


def test_reads_of_a_run_with_one_lane_follow_each_other() -> None:
    with pytest.raises(BrokenBarrierError):
        _meeting(WHOLE_RUN, 0.05)


def test_a_read_ahead_that_is_judged_raises_only_in_its_turn() -> None:
    kept: list[str] = []

    def judged() -> None:
        raise Untested("The target lists no course.")

    with running_in(Lane("first", 0, 2)):
        read_ahead([judged, partial(kept.append, "prices")])

    assert kept == ["prices"]


def test_a_read_ahead_that_fails_otherwise_is_loud() -> None:
    def broken() -> None:
        raise KeyError("data")

    with running_in(Lane("first", 0, 2)), pytest.raises(KeyError):
        read_ahead([broken])


def test_no_act_begins_after_one_that_failed() -> None:
    begun: list[int] = []

    def act(number: int) -> None:
        begun.append(number)
        if number == 0:
            raise Untested("The target lists no course.")
        sleep(0.05)

    with pytest.raises(Untested):
        side_by_side([partial(act, number) for number in range(20)], at_once=2)

    assert len(begun) < 20
