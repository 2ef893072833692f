"""Decides about a request whose answer was lost: a gateway answered in the target's place, or the connection broke.

A read is sent again. A write is sent again only when the target shows that the write was not done. When the target does
not show that, the check ends and runs again.
"""

from dataclasses import dataclass, field

from conformance.asking.lists import GetSender
from conformance.asking.written import is_shown_as_not_done
from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Request, Role
from conformance.evidence.verdicts import AnswerLost
from conformance.recordings import moments
from conformance.recordings.recording import Recording, Sent
from conformance.scope.lanes import PerLane
from conformance.wire.retrying import PAUSES_SECONDS
from conformance.wire.transport import NO_ANSWER_WITHIN

_MOST_RUNS_OF_A_CHECK = 3
_RUNS_BEFORE_ANY_PASSED = 5
_PAUSE_BEFORE_SECOND_READ_SECONDS = 1.0

# These operations are not reads, but repeating them harms nobody.
_HARMLESS = frozenset({"findGroupSlots", "calculateGroupPrice", "validateGroupBooking", "createToken"})


@dataclass
class _Losses:
    """What one lane knows. *passing* are operations of which a repeat was answered after a loss: so the loss was a
    passing one, and no fault of the target. *never_answered* are operations whose answers were lost every time: their
    requests are repeated only once.
    """

    passing: set[str] = field(default_factory=set)
    is_last_run: bool = False
    runs_again: int = 0
    never_answered: set[str] = field(default_factory=set)


class LostAnswers:
    """What one run knows about answers that were lost. All its agencies share it."""

    def __init__(self) -> None:
        self._lanes = PerLane(_Losses)
        # Operations that were answered at all, in any lane.
        self._answered: set[str] = set()

    @property
    def _known(self) -> _Losses:
        return self._lanes.here

    def note_answer(self, request: Request, repeats: int) -> None:
        """Notes that *request* was answered after this number of *repeats*."""
        operation = _operation(request)
        self._answered.add(operation)
        self._known.never_answered.discard(operation)
        if repeats:
            self._known.passing.add(operation)

    def begin_run_of_check(self, runs: int) -> None:
        """Notes that a check begins its run number *runs*, counted from 1."""
        self._known.is_last_run = runs == _MOST_RUNS_OF_A_CHECK

    def claim_another_run(self, runs: int) -> bool:
        """Counts a check that ran *runs* times and lost an answer each time. Whether it may run again."""
        self._known.runs_again += 1
        may_pass = bool(self._known.passing) or self._known.runs_again <= _RUNS_BEFORE_ANY_PASSED
        return runs < _MOST_RUNS_OF_A_CHECK and may_pass

    def wait_to_repeat(self, read: GetSender, recording: Recording, request: Request, sent: Sent, repeats: int) -> bool:
        """Waits until *request*, whose answer was lost after this number of *repeats*, may be sent again; then True.

        False, without a wait, when the gateway answers every time: then its answer counts as the answer of the target.
        *read* asks the target whether a write was done. Raises `AnswerLost` when a repeat is not safe or does not help.
        """
        may_be_done = not _is_harmless(request) and self._may_be_done(read, recording, request)
        if may_be_done or repeats >= self._most_repeats(request, sent):
            self._known.never_answered.add(_operation(request))
            if sent.response is None or self._may_pass(recording, request, may_be_done):
                recording.relabel(sent.index, Role.lost)
                raise AnswerLost(_sentence(request, sent))
            return False
        recording.relabel(sent.index, Role.lost)
        recording.sleep(PAUSES_SECONDS[repeats])
        return True

    def _may_pass(self, recording: Recording, request: Request, may_be_done: bool) -> bool:
        """Whether a later run may get the answer. In its last run a check takes the answer of the gateway for that of
        the target, because one of many services behind a gateway may be broken. It does not when the operation was
        answered after a loss, or, where nothing can be repeated because the write may be done, when it was answered
        at all.
        """
        known, operation = self._known, _operation(request)
        if operation in known.passing:
            return True
        if not known.is_last_run:
            return may_be_done or bool(known.passing)
        return may_be_done and recording.noted("operation was answered", lambda: operation in self._answered)

    def _most_repeats(self, request: Request, sent: Sent) -> int:
        # A request without an answer takes the whole time limit, so it is repeated only once.
        is_silent = (sent.failure or "").startswith(NO_ANSWER_WITHIN)
        return 1 if is_silent or _operation(request) in self._known.never_answered else len(PAUSES_SECONDS)

    def _may_be_done(self, read: GetSender, recording: Recording, request: Request) -> bool:
        """Whether the write may have been done: False only when the target shows twice that it was not."""
        if moments.is_of_a_race(moments.racer()):
            # The requests of a race are sent together. A repeat would be sent later, and would change the race.
            return True
        if not is_shown_as_not_done(read, recording, request):
            return True
        # A change may take a moment to become visible.
        recording.sleep(_PAUSE_BEFORE_SECOND_READ_SECONDS)
        return not is_shown_as_not_done(read, recording, request)


def _is_harmless(request: Request) -> bool:
    return request.method == "GET" or _operation(request) in _HARMLESS


def _operation(request: Request) -> str:
    met = match(request.method, request.path)
    return met.operation_id if met else request.method


def _sentence(request: Request, sent: Sent) -> str:
    where = f"{request.method} {request.path}"
    if sent.response is None:
        return f"{where}: {sent.failure}."
    return f"{where}: a gateway answered {sent.response.status} in the place of the target."
