"""Turns what a check raises into evidence for its rows. Knows nothing of pytest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from conformance.contracts.odd_answers import STUMBLES, OddAnswers
from conformance.evidence.proof import proof_of
from conformance.evidence.verdicts import HELD, CutShort, Evidence, Finding, Inconclusive, Judgement, Violation
from conformance.running.further_runs import FurtherRuns
from conformance.scope.lanes import PerLane
from conformance.scope.selection import CheckMarks
from conformance.session.session import CheckSession

CUT_SHORT = "cut short"

# Findings about an answer of the target.
_SHOWN = (Finding.violated, Finding.advisory)


@dataclass
class _Beginning:
    """The begin of the check that runs in a lane: how many exchanges it had caused before, and whether the run was over
    already.
    """

    exchanges: int = 0
    is_too_late: bool = False


class Findings:
    """Notes the findings of all checks of one run in its session."""

    def __init__(self, session: CheckSession) -> None:
        self._session = session
        self._checks: Sequence[str] = ()
        self._not_reached: dict[str, CheckMarks] = {}
        self._beginning = PerLane(_Beginning)
        self._odd_answers = OddAnswers()
        self._further_runs = FurtherRuns(session)
        # In a replay the same checks are cut short as in the run.
        self._replayed_cuts: Mapping[str, str] = dict(session.carried_over.get(CUT_SHORT, {}))

    def expect(self, checks: Mapping[str, CheckMarks]) -> None:
        """Notes the checks of the run, by name. Those that the run does not reach are untested."""
        self._checks, self._not_reached = tuple(checks), dict(checks)

    def begin(self, name: str, phase: str) -> None:
        """Assigns all requests of this lane from now on to the check *name*. Raises `CutShort` when the run is over."""
        session, beginning = self._session, self._beginning.here
        session.recording.current_check = name
        session.progress.enter(phase)
        beginning.exchanges = len(session.recording.of_check(name))
        beginning.is_too_late = session.pace.due() is not None
        if name in self._replayed_cuts:
            raise CutShort(self._replayed_cuts[name])
        if beginning.is_too_late:
            raise CutShort(self._cut_short("before", name))

    def claim_further_run(
        self, name: str, marks: CheckMarks, shares_values: Callable[[], bool], raised: Inconclusive
    ) -> bool:
        """Whether the check *name* runs again, because it *raised* that it cannot decide. *shares_values* says whether
        another check may have sent the requests of this check.
        """
        sent = self._session.recording.of_check(name, self._beginning.here.exchanges)
        return self._further_runs.claim(name, marks, raised, has_sent=bool(sent) or shares_values())

    def note(self, name: str, marks: CheckMarks, raised: BaseException | None) -> None:
        """Notes the finding of the check *name*: nothing was *raised*, a judgement, or a fault of the check."""
        session, beginning = self._session, self._beginning.here
        session.ended.add(name)
        self._not_reached.pop(name, None)
        evidence = evidence_of(raised, name, session.recording.of_check(name, beginning.exchanges))
        if evidence.finding is Finding.held and (reasons := self._further_runs.reasons(name)):
            runs = "a second run. The first run" if len(reasons) == 1 else f"run {len(reasons) + 1}. The first run"
            evidence = replace(evidence, message=f"Held in {runs} could not decide: {reasons[0]}")
        if evidence.finding in _SHOWN:
            evidence = replace(evidence, proof=proof_of(evidence, session.recording.exchanges))
        if evidence.finding is Finding.broken and isinstance(raised, STUMBLES):
            evidence = self._explained_by_odd_answer(evidence)
        if session.pace.due() and not beginning.is_too_late and evidence.finding is not Finding.broken:
            # The finding of this check may only follow from missing answers.
            evidence = Evidence(Finding.untested, self._cut_short("during", name), name)
        if marks.verifies:
            session.note(self._decided(marks), evidence)
        elif evidence.finding is Finding.broken:
            session.faults.append(evidence.message)
        session.progress.end(evidence.finding)

    def stop(self) -> None:
        """Notes that the user stopped the run. All checks that it did not reach are untested."""
        self._session.interrupted = True
        self._session.pace.cut("it was interrupted")
        for name, marks in self._not_reached.items():
            self._session.note(self._decided(marks), Evidence(Finding.untested, self._cut_short("before", name), name))
        self._session.order_evidence(self._checks)

    def _decided(self, marks: CheckMarks) -> list[str]:
        return [row_id for row_id in marks.verifies if row_id in self._session.selection.decided]

    def _explained_by_odd_answer(self, evidence: Evidence) -> Evidence:
        """The evidence of a check that could not read an answer: inconclusive when an answer was not as documented."""
        odd = self._odd_answers.first_in(self._session.recording.exchanges)
        if odd is None:
            return evidence
        message = f"The answer to {odd} is not as documented, and this check could not go on. {evidence.message}"
        return replace(evidence, finding=Finding.inconclusive, message=message)

    def _cut_short(self, when: str, check: str) -> str:
        sentence = f"The run was cut short {when} this check: {self._session.pace.due()}."
        self._session.carried_over.setdefault(CUT_SHORT, {})[check] = sentence
        return sentence


def evidence_of(raised: BaseException | None, check: str, exchanges: tuple[int, ...]) -> Evidence:
    """The evidence behind an exception of a check. Any exception other than a `Judgement` is a fault of the check."""
    if raised is None:
        return Evidence(Finding.held, HELD, check, exchanges=exchanges)
    if isinstance(raised, Violation):
        return Evidence(
            Finding.violated,
            str(raised),
            check,
            raised.expected,
            raised.actual,
            exchanges,
            program=raised.program,
            proof=raised.seen,
        )
    if isinstance(raised, Judgement):
        return Evidence(raised.finding, str(raised), check, exchanges=exchanges)
    return Evidence(Finding.broken, f"{check}: {_explained(raised)}", check, exchanges=exchanges)


def _explained(raised: BaseException) -> str:
    place: Any = raised.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" ({place.tb_frame.f_code.co_filename}:{place.tb_lineno})" if place is not None else ""
    return f"{type(raised).__name__}: {raised}{where}"
