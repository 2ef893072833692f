"""Brings the evidence of a run together: shapes are judged, and every row of the catalogue gets its
verdict.
"""

from collections.abc import Mapping, Sequence

from conformance.catalogue import Requirement
from conformance.contracts.own_requests import BadRequest, without_our_mistakes
from conformance.exchanges import Exchange
from conformance.results import RowResult
from conformance.session import CheckSession
from conformance.shape_judgement import judge_shapes, kinds_of_courses, shown_answers
from conformance.verdicts import Evidence, decide

_MOST_EXCHANGES_PER_ROW = 40


def judge_rows(session: CheckSession, mistakes: Mapping[str, BadRequest]) -> tuple[RowResult, ...]:
    """One result per row of the catalogue, in its order. What rests on *mistakes* of ours, by check, is broken."""
    answers = shown_answers(session.recording.exchanges)
    kinds = kinds_of_courses(answers)
    results = []
    for row in session.catalogue:
        evidence = without_our_mistakes(_evidence(session, row), mistakes)
        if row.shapes and row.id in session.selection.decided:
            evidence.append(judge_shapes(row, answers, kinds))
        results.append(_result(session, row, evidence))
    return tuple(results)


def _evidence(session: CheckSession, row: Requirement) -> list[Evidence]:
    barred = session.selection.barred.get(row.id)
    if barred:
        return [barred]
    return list(session.evidence.get(row.id, []))


def _result(session: CheckSession, row: Requirement, evidence: Sequence[Evidence]) -> RowResult:
    decision = decide(row, evidence)
    deciding = decision.deciding
    others = [index for one in evidence if one is not deciding for index in one.exchanges]
    telling = list(_telling(session.recording.exchanges, deciding.exchanges)) if deciding else []
    # What a target said may hold the key it was sent.
    shown = session.recording.masking.text
    return RowResult(
        row=row,
        selected=row.id in session.selection.selected,
        verdict=decision.verdict,
        message=shown(decision.message),
        expected=shown(deciding.expected) if deciding and deciding.expected is not None else None,
        actual=shown(deciding.actual) if deciding and deciding.actual is not None else None,
        exchanges=tuple(dict.fromkeys([*telling, *others]))[:_MOST_EXCHANGES_PER_ROW],
        program=deciding.program if deciding else (),
    )


def _telling(exchanges: Sequence[Exchange], places: Sequence[int]) -> Sequence[int]:
    """The exchanges of the deciding check with the last attempt first, because it is the one to repeat."""
    attempts = [place for place in places if exchanges[place].role == "attempt"]
    first = attempts[-1:] or list(places[-1:])
    return [*first, *(place for place in places if place not in first)]
