"""Whole runs in lanes: which checks meet, and how a run ends."""

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from conformance.target.connection import WireSettings
from conformance.target.target import Target
from tests.conformance.conftest import Checked, check_rows
from tests.conformance.small_suites import found, suite_of, verdict

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
    in_lanes: Checked, tmp_path: Path, first: str, second: str
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
    in_lanes: Checked, tmp_path: Path, first: str, second: str, more: str
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
    in_lanes: Checked, tmp_path: Path, mark: str
) -> None:
    result = in_lanes("BKC-13", "BKC-01", suite=suite_of(tmp_path, TWO_OF_A_KIND.format(mark=mark)))

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


FURTHER = """
    import threading
    import time
    FURTHER, READ = threading.Event(), []

    @pytest.mark.needs_quiet
    @verifies("BKC-13")
    def test_a() -> None:
        expect(FURTHER.wait(20), "further reads run beside it", "none did")

    @verifies("CRS-05")
    def test_b() -> None:
        time.sleep(0.3)
        READ.append("b")

    @pytest.mark.reads_of_a_tour
    @verifies("CRS-06")
    def test_c() -> None:
        FURTHER.set()
        expect(READ == ["b"], "the reads before it have ended", READ)
"""


def test_further_reads_run_after_all_other_reads_and_beside_a_check_that_needs_quiet(
    in_lanes: Checked, tmp_path: Path
) -> None:
    result = in_lanes("BKC-13", "CRS-05", "CRS-06", suite=suite_of(tmp_path, FURTHER))

    assert [verdict(result, row_id) for row_id in ("BKC-13", "CRS-05", "CRS-06")] == ["pass", "pass", "pass"]


LEFT = """
    BOOKED = []

    @pytest.mark.books_what_is_left
    @verifies("BKC-13")
    def test_a() -> None:
        expect(BOOKED == ["b"], "the other check has booked", BOOKED)

    @verifies("BKC-01")
    def test_b() -> None:
        BOOKED.append("b")

    @verifies("BKC-05", moves_clock_minutes=5)
    def test_c() -> None:
        BOOKED.append("c")
"""


@pytest.mark.parametrize("lanes", [1, 4])
def test_what_is_left_is_booked_after_all_that_others_book_and_before_the_clock_moves(
    described: Target, tmp_path: Path, lanes: int
) -> None:
    target = replace(described, wire=WireSettings(concurrency=lanes))

    result = check_rows(target, "BKC-13", "BKC-01", "BKC-05", suite=suite_of(tmp_path, LEFT))

    assert [verdict(result, row_id) for row_id in ("BKC-13", "BKC-01", "BKC-05")] == ["pass"] * 3


def test_a_check_that_judges_the_run_comes_after_all_others(in_lanes: Checked, tmp_path: Path) -> None:
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
    in_lanes: Checked, tmp_path: Path, beside_others: str
) -> None:
    result = in_lanes("BKC-13", "BKC-01", suite=suite_of(tmp_path, IN_DOUBT.format(beside_others=beside_others)))

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_an_interruption_ends_all_lanes(in_lanes: Checked, tmp_path: Path) -> None:
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


def test_a_fault_of_a_check_in_a_lane_is_reported(in_lanes: Checked, tmp_path: Path) -> None:
    suite = suite_of(tmp_path, "@verifies('PAG-03')\ndef test_a() -> None:\n    1 / 0\n")

    result = in_lanes("PAG-03", suite=suite)

    assert verdict(result, "PAG-03") == "broken"
    assert threading.active_count() < 20
