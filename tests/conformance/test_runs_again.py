"""A check whose request lost its answer runs again: in a run of one check after the other, and in lanes alike."""

from dataclasses import replace
from pathlib import Path

import pytest

from conformance.results.run_result import RunResult
from conformance.target.connection import WireSettings
from conformance.target.target import Target
from tests.conformance.conftest import check_rows
from tests.conformance.small_suites import found, suite_of, verdict

ONE_AFTER_THE_OTHER, IN_LANES = 1, 4
BOTH = pytest.mark.parametrize("concurrency", [ONE_AFTER_THE_OTHER, IN_LANES])

LOSES = """
    RUNS = []

    @pytest.fixture(scope="session")
    def diary() -> list[str]:
        return []

    @pytest.fixture
    def door():
        yield
        {at_the_end}

    @verifies("BKC-13")
    def test_a(diary: list[str], door: None) -> None:
        RUNS.append(len(diary))
        diary.append("a run")
        if len(RUNS) <= {losses}:
            raise AnswerLost("GET /travel/courses: no answer.")

    @verifies("BKC-01", closing=True)
    def test_b() -> None:
        expect(RUNS == {runs}, "new values of fixtures with state for each run", RUNS)
"""


def _judge(described: Target, folder: Path, concurrency: int, losses: int, runs: list[int], end: str) -> RunResult:
    suite = suite_of(folder, LOSES.format(losses=losses, runs=runs, at_the_end=end))
    target = replace(described, wire=WireSettings(concurrency=concurrency))
    return check_rows(target, "BKC-13", "BKC-01", suite=suite)


@BOTH
@pytest.mark.parametrize(
    ("losses", "runs", "expected"),
    [(0, [0], "pass"), (1, [0, 0], "pass"), (2, [0, 0, 0], "pass"), (3, [0, 0, 0], "inconclusive")],
)
def test_a_check_runs_again_once_or_twice_with_new_values(
    described: Target, tmp_path: Path, concurrency: int, losses: int, runs: list[int], expected: str
) -> None:
    result = _judge(described, tmp_path, concurrency, losses, runs, "pass")

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == (expected, "pass")


@BOTH
def test_an_answer_that_is_lost_in_the_tear_down_gives_no_finding(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    result = _judge(described, tmp_path, concurrency, 0, [0], 'raise AnswerLost("DELETE: no answer.")')

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


@BOTH
def test_a_fault_in_the_tear_down_of_a_lost_run_is_reported(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    result = _judge(described, tmp_path, concurrency, 1, [0, 0], 'raise KeyError("door")')

    assert "KeyError" in found(result, "BKC-13").message
