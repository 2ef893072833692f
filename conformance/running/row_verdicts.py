"""Judges the shapes of a run, and gives every row of the catalogue its verdict from all evidence."""

from collections.abc import Mapping, Sequence

from conformance.catalogue.requirements import Requirement
from conformance.contracts.own_requests import BadRequest, without_our_mistakes
from conformance.contracts.shape_evidence import judge_shapes, kinds_of_courses, shown_answers
from conformance.evidence.exchanges import Exchange
from conformance.evidence.other_clock import DATED, ahead_of_date_headers, by_its_own_clock
from conformance.evidence.proof import proof_of, seen_in
from conformance.evidence.verdicts import Decision, Evidence, Verdict, decide
from conformance.results.run_result import RowResult
from conformance.session.session import CheckSession

_MOST_EXCHANGES_PER_ROW = 40

# Verdicts about an answer of the target. The other verdicts need no proof.
_PROVED = (Verdict.fail, Verdict.serious, Verdict.warn, Verdict.inconclusive, Verdict.broken)


def judge_rows(session: CheckSession, mistakes: Mapping[str, BadRequest]) -> tuple[RowResult, ...]:
    """One result per row of the catalogue, in its order. Evidence of a check with one of our *mistakes* is broken."""
    answers = shown_answers(session.recording.exchanges)
    kinds = kinds_of_courses(answers)
    ahead = None if session.target.levers.clock_read else ahead_of_date_headers(session.recording.exchanges)
    results = []
    for row in session.catalogue:
        evidence = without_our_mistakes(_evidence(session, row), mistakes)
        if ahead and DATED in row.needs:
            evidence = by_its_own_clock(evidence, ahead)
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
    own = [index for evidence_item in (deciding, *evidence) if evidence_item for index in evidence_item.exchanges]
    proof = proof_of(deciding, session.recording.exchanges) if deciding and decision.verdict in _PROVED else ()
    message, actual = _in_its_place(decision, proof, session.recording.exchanges)
    # A target may repeat a key in its answers.
    shown = session.recording.masking.text
    return RowResult(
        row=row,
        selected=row.id in session.selection.selected,
        verdict=decision.verdict,
        message=shown(message),
        expected=shown(deciding.expected) if deciding and deciding.expected is not None else None,
        actual=shown(actual) if actual is not None else None,
        exchanges=tuple(dict.fromkeys([*proof, *own]))[:_MOST_EXCHANGES_PER_ROW],
        proof=proof,
        program=deciding.program if deciding else (),
        left_out=row.id in session.selection.left_out,
    )


def _in_its_place(decision: Decision, proof: Sequence[int], exchanges: Sequence[Exchange]) -> tuple[str, str | None]:
    """The message and the actual value of *decision*. Both get the request that shows them unless they name one."""
    deciding = decision.deciding
    if deciding is None or deciding.actual is None:
        return decision.message, None
    place = seen_in(deciding, proof, exchanges)
    if place is None:
        return decision.message, deciding.actual
    return f"{decision.message} Seen in {place}.", f"{deciding.actual}, in {place}"
