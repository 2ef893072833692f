"""One test for every row that is decided by the shape of answers, for runs under anybody's pytest (library.py).

`teesheet check` judges the same shapes in one go at its end.
"""

import pytest

from conformance.catalogue.requirements import Requirement
from conformance.contracts.shape_evidence import judge_shapes, kinds_of_courses, shown_answers
from conformance.evidence.verdicts import Evidence, Finding, Inconclusive, Untested, Violation
from conformance.running.plugin import SESSION
from conformance.session.session import CheckSession


def rows_of_shapes(session: CheckSession) -> list[Requirement]:
    """The rows that this run decides and that say something about shapes."""
    return [row for row in session.catalogue if row.shapes and row.id in session.selection.decided]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each of these rows."""
    rows = rows_of_shapes(metafunc.config.stash[SESSION])
    metafunc.parametrize("row", [pytest.param(row, id=row.id, marks=pytest.mark.judges_shape(row.id)) for row in rows])


def test_answers_have_the_shape(row: Requirement, check_session: CheckSession) -> None:
    answers = shown_answers(check_session.recording.exchanges)

    _say(judge_shapes(row, answers, kinds_of_courses(answers)))


def _say(evidence: Evidence) -> None:
    if evidence.finding is Finding.violated:
        raise Violation(evidence.expected or evidence.message, evidence.actual or "", *evidence.exchanges[:1])
    if evidence.finding is Finding.untested:
        raise Untested(evidence.message)
    if evidence.finding is not Finding.held:
        raise Inconclusive(evidence.message)
