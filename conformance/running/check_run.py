"""One check of a run, with the runs that it gets again. Knows neither lanes nor the protocol of pytest."""

from collections.abc import Callable
from typing import TypeVar

from conformance.contracts.own_requests import may_be_an_attempt
from conformance.evidence.exchanges import Role
from conformance.evidence.verdicts import AnswerLost, Inconclusive
from conformance.scope.attempts import running_as
from conformance.session.session import CheckSession

T = TypeVar("T")

CALL, TEAR_DOWN = "call", "teardown"


class CheckRun:
    """Runs one check, and once or twice again when the answer to one of its requests was lost on the way, or when it
    cannot decide and may try again.

    *note* notes a finding of the check. *claim_further_run* says whether a check that cannot decide may try again.
    *forget_values* ends what the interrupted check may have changed.
    """

    def __init__(
        self,
        session: CheckSession,
        note: Callable[[BaseException | None], None],
        claim_further_run: Callable[[Inconclusive], bool],
        forget_values: Callable[[], None],
    ) -> None:
        self._session = session
        self._note = note
        self._claim_further_run = claim_further_run
        self._forget_values = forget_values
        self._runs, self._runs_again = 0, False

    def run(self, run_once: Callable[[], T]) -> T:
        """Runs the check. *run_once* runs it once, and calls `end_phase` for each phase. Returns its last result."""
        while True:
            self._runs, self._runs_again = self._runs + 1, False
            self._session.lost.begin_run_of_check(self._runs)
            with running_as(self._runs):
                result = run_once()
            if not self._runs_again:
                return result
            self._give_up_requests()
            self._forget_values()

    def end_phase(self, phase: str, raised: BaseException | None) -> None:
        """Notes the finding of the call, and of a set-up or tear-down that raised. A check that runs again gives no
        finding, and neither does a tear-down that lost an answer.
        """
        if isinstance(raised, AnswerLost):
            if phase == TEAR_DOWN or self._claim_another_run():
                return
        elif isinstance(raised, Inconclusive) and phase != TEAR_DOWN and self._claim_further_run(raised):
            self._runs_again = True
            return
        if phase == CALL or raised is not None:
            self._note(raised)

    def _give_up_requests(self) -> None:
        """Takes the wrong requests of the run for attempts: it ended before it could say so."""
        recording, hold_id = self._session.recording, self._session.target.hold_id
        check = recording.current_check
        for exchange in [recording.exchanges[index] for index in recording.of_check(check)]:
            if exchange.check == check and may_be_an_attempt(exchange, hold_id):
                recording.relabel(exchange.index, Role.attempt)

    def _claim_another_run(self) -> bool:
        """Lets the check run again after a lost answer, if it may."""
        if self._session.pace.due() is None and self._session.lost.claim_another_run(self._runs):
            self._runs_again = True
        return self._runs_again
