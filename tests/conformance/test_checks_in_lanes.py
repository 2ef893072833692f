"""Whole runs in lanes: which checks meet, how a check gets its fixtures, and how a run ends."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.results.run_result import RunResult
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.small_suites import found, suite_of, verdict

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


def test_a_fixture_that_a_check_only_uses_comes_before_it(in_lanes: InLanes, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        pytestmark = pytest.mark.usefixtures("made")
        MADE = []

        made = pytest.fixture(lambda: MADE.append(1), name="made")

        @verifies("CRS-05")
        def test_a() -> None:
            expect(MADE == [1], "it is made", MADE)
        """,
    )

    assert verdict(in_lanes("CRS-05", suite=suite), "CRS-05") == "pass"


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


def test_a_check_that_asks_for_a_fixture_while_it_runs_is_in_the_lane_of_its_file(
    in_lanes: InLanes, tmp_path: Path
) -> None:
    suite = suite_of(
        tmp_path,
        """
        from conformance.scope.lanes import Lane, current_lane

        @pytest.fixture(scope="session")
        def lane() -> Lane:
            return current_lane()

        @verifies("BKC-13")
        def test_a(lane: Lane) -> None:
            expect(lane == current_lane(), "the lane of the fixture", str(lane))

        @verifies("BKC-01")
        def test_b(request: pytest.FixtureRequest) -> None:
            lane = request.getfixturevalue("lane")
            expect(lane == current_lane(), "the lane of the fixture", str(lane))
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
