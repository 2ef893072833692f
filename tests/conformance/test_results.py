"""Outcome and exit code follow from the verdicts, and only selected rows count."""

import pytest

from conformance.results.run_result import RowResult
from conformance.scope.selection import FailOn
from tests.conformance.made_up import row_result, run_result


@pytest.mark.parametrize(
    ("rows", "outcome", "exit_code"),
    [
        ([row_result("pass")], "conformant", 0),
        ([row_result("pass"), row_result("warn", "should")], "conformant", 0),
        ([row_result("pass"), row_result("untested", "should")], "conformant", 0),
        ([row_result("pass"), row_result("skip")], "conformant", 0),
        ([row_result("pass"), row_result("untested", selected=False)], "conformant", 0),
        ([row_result("pass"), row_result("fail", selected=False)], "conformant", 0),
        ([row_result("pass"), row_result("fail")], "violation", 1),
        ([row_result("untested"), row_result("fail")], "violation", 1),
        ([row_result("pass"), row_result("serious", "should")], "finding", 1),
        ([row_result("untested"), row_result("serious", "should")], "finding", 1),
        ([row_result("fail"), row_result("serious", "should")], "violation", 1),
        ([row_result("broken"), row_result("serious", "should")], "error", 4),
        ([row_result("pass"), row_result("untested")], "incomplete", 3),
        ([row_result("pass"), row_result("inconclusive")], "incomplete", 3),
        ([row_result("skip")], "incomplete", 3),
        ([], "incomplete", 3),
        ([row_result("fail"), row_result("broken")], "error", 4),
        ([row_result("pass"), row_result("broken", "open")], "error", 4),
    ],
)
def test_the_outcome_follows_from_the_rows(rows: list[RowResult], outcome: str, exit_code: int) -> None:
    result = run_result(*rows)

    assert (result.outcome, result.exit_code) == (outcome, exit_code)


@pytest.mark.parametrize(
    ("fail_on", "verdict", "exit_code"),
    [
        ("must", "serious", 0),
        ("must", "warn", 0),
        ("serious", "serious", 1),
        ("serious", "warn", 0),
        ("should", "serious", 1),
        ("should", "warn", 1),
    ],
)
def test_the_caller_says_what_ends_a_run_with_1(fail_on: str, verdict: str, exit_code: int) -> None:
    rows = (row_result("pass"), row_result(verdict, "should"))

    assert run_result(*rows, fail_on=FailOn(fail_on)).exit_code == exit_code
    assert run_result(*rows, row_result("fail"), fail_on=FailOn(fail_on)).exit_code == 1


def test_a_fault_of_the_suite_is_an_error_whatever_passed() -> None:
    result = run_result(row_result("pass"), faults=("test_x.py cannot be loaded",))

    assert result.exit_code == 4
