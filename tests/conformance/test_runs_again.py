"""A check whose request lost its answer runs again, and so does a check that cannot decide: in a run of one check after
the other, and in lanes alike.
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from conformance.judging.recorded_run import judge
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


def _result_of(checks: str, described: Target, folder: Path, concurrency: int) -> RunResult:
    """The result of a run with these *checks* alone."""
    target = replace(described, wire=WireSettings(concurrency=concurrency))
    return check_rows(target, "BKC-13", "BKC-01", suite=suite_of(folder, checks))


def _judge(described: Target, folder: Path, concurrency: int, losses: int, runs: list[int], end: str) -> RunResult:
    checks = LOSES.format(losses=losses, runs=runs, at_the_end=end)
    return _result_of(checks, described, folder, concurrency)


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


UNSURE = """
    RUNS = []

    @pytest.fixture(scope="session")
    def diary() -> list[str]:
        return []

    @verifies("BKC-13"{more})
    def test_a(diary: list[str], agency: object) -> None:
        {request}
        RUNS.append(len(diary))
        diary.append("a run")
        if len(RUNS) <= {unsure}:
            raise Inconclusive("Somebody else took the places.")
        {at_the_end}

    @verifies("BKC-01", closing=True)
    def test_b() -> None:
        expect(RUNS == {runs}, "new values of fixtures with state for each run", RUNS)
"""
SENDS = 'agency.get("/travel/courses", pageSize=1)'


@dataclass(frozen=True)
class Unsure:
    """A check that cannot decide in its first *unsure* runs, and the number of entries that each run finds."""

    unsure: int
    runs: list[int]
    request: str = SENDS
    more: str = ""
    at_the_end: str = ""

    def judged(self, described: Target, folder: Path, concurrency: int) -> RunResult:
        """The result of a run with this check."""
        text = UNSURE.format(**vars(self))
        return _result_of(text, described, folder, concurrency)


@BOTH
@pytest.mark.parametrize(
    ("check", "expected"),
    [
        pytest.param(Unsure(0, [0]), "pass", id="decides at once"),
        pytest.param(Unsure(1, [0, 0]), "pass", id="decides in its second run"),
        pytest.param(Unsure(2, [0, 0, 0]), "pass", id="decides in its third run"),
        pytest.param(Unsure(3, [0, 0, 0]), "inconclusive", id="never decides"),
        pytest.param(Unsure(1, [0, 0], request=""), "pass", id="uses what another check may have sent for"),
        pytest.param(Unsure(1, [0, 0], more=", moves_clock_minutes=16"), "pass", id="moves the clock a little"),
        pytest.param(Unsure(1, [0], more=", moves_clock_minutes=5760"), "inconclusive", id="moves the clock far"),
    ],
)
def test_an_inconclusive_check_runs_again(
    described: Target, tmp_path: Path, concurrency: int, check: Unsure, expected: str
) -> None:
    result = check.judged(described, tmp_path, concurrency)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == (expected, "pass")


@BOTH
@pytest.mark.parametrize(
    ("at_the_end", "expected"),
    [("import conformance.evidence.exchanges as it; asked.mark(it.Role.attempt)", "pass"), ("", "broken")],
)
def test_a_wrong_request_of_a_run_that_gave_nothing_is_no_mistake(
    described: Target, tmp_path: Path, concurrency: int, at_the_end: str, expected: str
) -> None:
    check = Unsure(1, [0, 0], 'asked = agency.get("/travel/courses", pageSize=500)', "", at_the_end)

    assert verdict(check.judged(described, tmp_path, concurrency), "BKC-13") == expected


@BOTH
def test_a_check_that_sends_nothing_and_shares_nothing_runs_once(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    checks = """
        RUNS = []

        @verifies("BKC-13")
        def test_a() -> None:
            RUNS.append("a run")
            raise Inconclusive("Nothing was seen.")

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            expect(RUNS == ["a run"], "a single run", RUNS)
        """

    result = _result_of(checks, described, tmp_path, concurrency)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("inconclusive", "pass")


@BOTH
def test_a_row_says_why_its_check_ran_again(described: Target, tmp_path: Path, concurrency: int) -> None:
    result = Unsure(1, [0, 0]).judged(described, tmp_path, concurrency)

    first = "The first run could not decide: Somebody else took the places."
    assert found(result, "BKC-13").message == f"Held in a second run. {first}"


@BOTH
def test_after_two_checks_that_ran_again_in_vain_no_check_runs_again(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    checks = """
        RUNS = []

        @verifies("BKC-13")
        @pytest.mark.parametrize("number", [1, 2, 3, 4])
        def test_a(agency: object, number: int) -> None:
            agency.get("/travel/courses", pageSize=1)
            RUNS.append(number)
            raise Inconclusive("The target refuses every booking.")

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            expect(RUNS == [1, 1, 1, 2, 2, 2, 3, 4], "two checks run again", RUNS)
        """

    result = _result_of(checks, described, tmp_path, concurrency)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("inconclusive", "pass")


@BOTH
def test_a_further_run_books_on_another_day(described: Target, tmp_path: Path, concurrency: int) -> None:
    checks = """
        DAYS = []

        @verifies("BKC-13")
        def test_a(tee_times: object, agency: object) -> None:
            agency.get("/travel/courses", pageSize=1)
            drawn = [tee_times.fresh() for _ in range(2)]
            DAYS.append({(tee_time.course_id, tee_time.play_date) for tee_time in drawn})
            if len(DAYS) < 3:
                raise Inconclusive("Somebody else took the places.")

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            days = set().union(*DAYS)
            expect(len(DAYS) == 3 and len(days) == sum(map(len, DAYS)), "other days for each run", shown(DAYS))
        """

    result = _result_of(checks, described, tmp_path, concurrency)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


@BOTH
def test_checks_that_decide_in_their_third_run_stop_no_other(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    checks = """
        RUNS = []

        @verifies("BKC-13")
        @pytest.mark.parametrize("number", [1, 2, 3])
        def test_a(agency: object, number: int) -> None:
            agency.get("/travel/courses", pageSize=1)
            RUNS.append(number)
            if RUNS.count(number) < 3:
                raise Inconclusive("Somebody else took the places.")
        """

    result = _result_of(checks, described, tmp_path, concurrency)

    assert verdict(result, "BKC-13") == "pass"


@BOTH
def test_a_recording_with_further_runs_gives_the_verdicts_of_its_run(
    described: Target, tmp_path: Path, concurrency: int
) -> None:
    result = Unsure(2, [0, 0, 0]).judged(described, tmp_path, concurrency)
    # The module counts its runs, and the replay counts them again.
    for module in tmp_path.glob("*.py"):
        sys.modules.pop(module.stem, None)
    assert result.record is not None

    again = judge("run.har", result.exchanges, result.record, suite=tmp_path)

    assert [(row.row.id, row.verdict, row.message) for row in again.rows] == [
        (row.row.id, row.verdict, row.message) for row in result.rows
    ]
    assert "Held in run 3." in found(again, "BKC-13").message
