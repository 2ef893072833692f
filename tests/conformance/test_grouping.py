"""The order in which reports show the rows of a verdict."""

from conformance.evidence.verdicts import Verdict
from conformance.report.grouping import selected_with
from tests.conformance.made_up import exchange, row_result, run_result

PRICES = exchange(path="/travel/courses/crs_1/pricing")
BOOKING = exchange(method="POST", path="/travel/bookings")


def test_a_missing_operation_does_not_hide_the_findings_of_others() -> None:
    found = [row_result("fail", message=f"{number}", exchanges=(place,)) for number, place in enumerate((0, 0, 0, 1))]

    shown = selected_with(run_result(*found, exchanges=(PRICES, BOOKING)), Verdict.fail)

    assert [row.message for row in shown] == ["0", "3", "1", "2"]
