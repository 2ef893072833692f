"""Lanes: which checks run side by side, what each lane owns, and how a check in a lane gets its fixtures."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conformance.discovery.tee_times import _day_number
from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.running.lanes import CheckGroup, assigned
from conformance.scope.lanes import Lane, PerLane, running_in, shared_by_all
from conformance.scope.selection import Need, Options
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.small_suites import found, suite_of, verdict

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
    alone_needs = (Need.clock_alone, Need.whole_run)
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


@given(groups(), LANES)
def test_no_lane_has_more_requests_than_another_by_more_than_one_group(drawn: list[CheckGroup], lanes: int) -> None:
    writing = [group for group in drawn if group.need is Need.own_tee_times]
    found = assigned(writing, lanes)
    requests = dict.fromkeys(range(1, lanes + 1), 0)
    for group in writing:
        requests[found[group.checks[0]]] += group.requests

    assert max(requests.values()) - min(requests.values()) <= max((group.requests for group in writing), default=0)


@given(st.text(min_size=1), st.dates(date(2026, 1, 1), date(2030, 1, 1)), LANES)
def test_each_day_of_a_course_belongs_to_one_lane(course_id: str, day: date, lanes: int) -> None:
    owners = [lane for lane in _all_lanes(lanes) if lane.owns(_day_number(course_id, day))]

    assert len(owners) == 1


def test_each_lane_owns_weekdays_saturdays_and_sundays() -> None:
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(100)]
    owned = [{day.weekday() for day in days if lane.owns(_day_number("crs_1", day))} for lane in _all_lanes(8)]

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
    return [Lane(f"lane {number}", number, lanes + 2) for number in range(lanes + 2)]


InLanes = Callable[..., RunResult]


@pytest.fixture
def in_lanes(described: Target) -> InLanes:
    """Runs a suite of one module in four lanes on the small target."""

    def run(*only: str, suite: Path) -> RunResult:
        transport = HttpTransport(described.budgets.timeout_seconds)
        try:
            target = replace(described, wire=WireSettings(concurrency=4))
            return check(target, Options(only), 7, transport, suite=suite)
        finally:
            transport.close()

    return run


MEETING = """
    import threading
    TOGETHER = threading.Barrier(2, timeout={seconds})

    @verifies({first}{more})
    def test_a() -> None:
        TOGETHER.wait()

    @verifies({second})
    def test_b() -> None:
        TOGETHER.wait()
"""


def met(text: str, **words: Any) -> str:
    return text.format(**({"seconds": 20, "more": ""} | words))


@pytest.mark.parametrize(("first", "second"), [("CRS-05", "PAG-03"), ("BKC-13", "BKC-01")])
def test_two_readers_and_two_writers_run_at_the_same_time(
    in_lanes: InLanes, tmp_path: Path, first: str, second: str
) -> None:
    suite = suite_of(tmp_path, met(MEETING, first=repr(first), second=repr(second)))

    result = in_lanes(first, second, suite=suite)

    assert (verdict(result, first), verdict(result, second)) == ("pass", "pass")


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [("CRS-05", "BKC-13", ""), ("BKC-13", "BKC-01", ", moves_clock_minutes=5"), ("CRS-05", "PAG-03", ", closing=True")],
    ids=["reads and writes", "writes and moves the clock", "reads and reads at the end"],
)
def test_a_check_that_could_disturb_another_does_not_meet_it(
    in_lanes: InLanes, tmp_path: Path, first: str, second: str, more: str
) -> None:
    suite = suite_of(tmp_path, met(MEETING, first=repr(first), second=repr(second), more=more, seconds=0.5))

    result = in_lanes(first, second, suite=suite)

    assert "BrokenBarrierError" in found(result, first).message
    assert "BrokenBarrierError" in found(result, second).message


TWO_OF_A_KIND = """
    import threading
    TOGETHER = threading.Barrier(2, timeout=20)

    @verifies("BKC-13", {mark})
    def test_a() -> None:
        TOGETHER.wait()

    @verifies("BKC-01", {mark})
    def test_b() -> None:
        TOGETHER.wait()
"""


@pytest.mark.parametrize("mark", ["moves_clock_minutes=5", "closing=True"])
def test_two_checks_that_move_the_clock_or_read_at_the_end_run_at_the_same_time(
    in_lanes: InLanes, tmp_path: Path, mark: str
) -> None:
    result = in_lanes("BKC-13", "BKC-01", suite=suite_of(tmp_path, TWO_OF_A_KIND.format(mark=mark)))

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_check_that_judges_the_run_comes_after_all_others(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        ENDED = []

        @verifies("BKC-13", closing=True)
        def test_a(exchanges: object) -> None:
            expect(ENDED == ["b"], "the other check has ended", ENDED)

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            ENDED.append("b")
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


IN_DOUBT = """
    from conformance.scope.lanes import current_lane
    RUNS = []

    @verifies("BKC-13")
    @pytest.mark.hears_deliveries
    def test_a() -> None:
        RUNS.append(current_lane().hears_others)
        if current_lane().hears_others:
            raise {beside_others}

    @verifies("BKC-01", closing=True)
    def test_b() -> None:
        expect(RUNS == [True, False], "a run beside others, and a run in quiet", RUNS)
"""


@pytest.mark.parametrize("beside_others", ['Violation("a delivery", "none")', 'Inconclusive("none")', "KeyError(1)"])
def test_a_check_of_deliveries_that_does_not_hold_beside_others_runs_again_in_quiet(
    in_lanes: InLanes, tmp_path: Path, beside_others: str
) -> None:
    result = in_lanes("BKC-13", "BKC-01", suite=suite_of(tmp_path, IN_DOUBT.format(beside_others=beside_others)))

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_checks_that_share_a_fixture_run_one_after_the_other_with_one_value(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @pytest.fixture(scope="session")
        def diary() -> list[str]:
            return []

        @verifies("BKC-13")
        def test_a(diary: list[str]) -> None:
            diary.append("a")

        @verifies("BKC-01")
        def test_b(diary: list[str]) -> None:
            expect(diary == ["a"], "the diary of the check before", diary)
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_fixture_of_a_check_ends_with_the_check(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        OPEN = []

        @pytest.fixture
        def door():
            OPEN.append("door")
            yield
            OPEN.pop()

        @verifies("BKC-13")
        @pytest.mark.parametrize("number", [1, 2, 3])
        def test_a(door: None, number: int, request: pytest.FixtureRequest) -> None:
            assert request.getfixturevalue("door") is None

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            expect(OPEN == [], "no door is open", OPEN)
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_fixture_that_raises_gives_its_judgement_to_every_check_that_needs_it(
    in_lanes: InLanes, tmp_path: Path
) -> None:
    suite = suite_of(
        tmp_path,
        """
        @pytest.fixture(scope="session")
        def tee_sheet() -> None:
            raise Untested("Nobody sells a tee time.")

        @verifies("BKC-13")
        def test_a(tee_sheet: None) -> None:
            pass

        @verifies("BKC-01")
        def test_b(tee_sheet: None) -> None:
            pass
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert {found(result, row).message for row in ("BKC-13", "BKC-01")} == {"Nobody sells a tee time."}


def test_an_interruption_ends_all_lanes(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @verifies("PAG-03")
        def test_a() -> None:
            raise KeyboardInterrupt

        @verifies("PAG-05", moves_clock_minutes=5)
        def test_b() -> None:
            pass
        """,
    )

    result = in_lanes("PAG-03", "PAG-05", suite=suite)

    assert (result.interrupted, result.cut_short, result.exit_code) == (True, "it was interrupted", 3)
    assert (verdict(result, "PAG-03"), verdict(result, "PAG-05")) == ("untested", "untested")


def test_a_fault_of_a_check_in_a_lane_is_reported(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "@verifies('PAG-03')\ndef test_a() -> None:\n    1 / 0\n")

    result = in_lanes("PAG-03", suite=suite)

    assert verdict(result, "PAG-03") == "broken"
    assert threading.active_count() < 20
