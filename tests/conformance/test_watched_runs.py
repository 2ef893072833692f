"""A run judges every exchange for every row, also exchanges that the checks of the row did not send."""

from pathlib import Path

from conformance.evidence.verdicts import Verdict
from conformance.report import write_reports
from conformance.running.check import check
from conformance.scope.selection import Options
from conformance.target.target import Target
from conformance.wire.transport import HttpTransport
from tests.conformance.judged_again import judged
from tests.conformance.small_suites import found, suite_of
from tests.conformance.small_target import serving

_OTHER_CHECK = """
    @verifies("PAG-06")
    def test_nothing_of_its_own():
        pass

    @verifies("PAG-01")
    def test_of_another_row(agency):
        answer = agency.get("/travel/courses", pageSize=1)
        assert answer.is_success
"""
_ROWS = ("PAG-01", "PAG-06")


def test_an_answer_to_another_check_decides_a_row_and_judging_agrees(tmp_path: Path) -> None:
    with serving() as target:
        target.faults.add("ignores pageSize")
        transport = HttpTransport(5.0)
        result = check(
            Target(target.base_url, "key-of-alpha"),
            Options(only=_ROWS),
            1,
            transport,
            suite=suite_of(tmp_path, _OTHER_CHECK),
        )
        transport.close()
    row = found(result, "PAG-06")

    assert row.verdict is Verdict.warn
    assert "test_of_another_row ran" in row.message
    assert [result.exchanges[place].check.rpartition("::")[2] for place in row.proof] == ["test_of_another_row"]
