"""Brings the evidence of a run together: shapes are judged, and every row of the catalogue gets its
verdict.
"""

from collections.abc import Sequence

from conformance.catalogue import Level, Requirement
from conformance.exchanges import Exchange
from conformance.results import RowResult
from conformance.session import CheckSession
from conformance.shape_judgement import judge_shapes, kinds_of_courses, shown_answers
from conformance.verdicts import Evidence, Finding, decide

_MOST_EXCHANGES_PER_ROW = 40


def judge_rows(session: CheckSession) -> tuple[RowResult, ...]:
    """One result per row of the catalogue, in its order."""
    answers = shown_answers(session.recording.exchanges)
    kinds = kinds_of_courses(answers)
    results = []
    for row in session.catalogue:
        evidence = _evidence(session, row)
        if row.shapes and row.id in session.selection.decided:
            evidence.append(judge_shapes(row, answers, kinds))
        results.append(_result(session, row, evidence))
    return tuple(results)


def _evidence(session: CheckSession, row: Requirement) -> list[Evidence]:
    barred = session.selection.barred.get(row.id)
    if barred:
        return [barred]
    evidence = list(session.evidence.get(row.id, []))
    if session.interrupted and not evidence and not row.shapes and row.level is not Level.open:
        evidence.append(Evidence(Finding.untested, "The run was interrupted before this check.", "interruption"))
    return evidence


def _result(session: CheckSession, row: Requirement, evidence: Sequence[Evidence]) -> RowResult:
    decision = decide(row, evidence)
    deciding = decision.deciding
    others = [index for one in evidence if one is not deciding for index in one.exchanges]
    telling = list(_telling(session.recording.exchanges, deciding.exchanges)) if deciding else []
    return RowResult(
        row=row,
        selected=row.id in session.selection.selected,
        verdict=decision.verdict,
        message=decision.message,
        expected=deciding.expected if deciding else None,
        actual=deciding.actual if deciding else None,
        exchanges=tuple(dict.fromkeys([*telling, *others]))[:_MOST_EXCHANGES_PER_ROW],
    )


def _telling(exchanges: Sequence[Exchange], places: Sequence[int]) -> Sequence[int]:
    """The exchanges of the deciding check with the last attempt first, because it is the one to repeat."""
    attempts = [place for place in places if exchanges[place].role == "attempt"]
    first = attempts[-1:] or list(places[-1:])
    return [*first, *(place for place in places if place not in first)]
