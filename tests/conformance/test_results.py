"""Outcome and exit code follow from the verdicts, and only selected rows count."""

import pytest

from conformance.results import RowResult
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


def test_a_fault_of_the_suite_is_an_error_whatever_passed() -> None:
    result = run_result(row_result("pass"), faults=("test_x.py cannot be loaded",))

    assert result.exit_code == 4
