"""A run judges every exchange for every row, also exchanges that the checks of the row did not send."""

from pathlib import Path

from conformance.evidence.verdicts import Verdict
from conformance.judging.recorded_run import judge
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.small_suites import found, suite_of
from tests.conformance.small_target import serving

_CHECKS = """
    @verifies("PAG-03")
    def test_nothing_of_its_own():
        pass

    @verifies("PAG-01")
    def test_of_another_row(agency):
        agency.get("/travel/courses")
"""


def test_an_answer_to_another_check_decides_a_row_and_judging_agrees(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, _CHECKS)
    with serving() as target:
        target.faults.add("default page size 10")
        transport = HttpTransport(5.0)
        declared, options = Target(target.base_url, "key-of-alpha"), Options(only=("PAG-01", "PAG-03"))
        result = check(declared, options, 1, transport, suite=suite)
        transport.close()
    assert result.record is not None
    again = judge("exchanges.har", result.exchanges, result.record, suite=suite)

    row = found(result, "PAG-03")
    assert row.verdict is Verdict.fail
    assert "test_of_another_row ran" in row.message
    assert found(again, "PAG-03") == row
    assert found(again, "PAG-03").proof
