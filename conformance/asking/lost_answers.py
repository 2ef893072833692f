"""What to do about a request whose answer was lost: a gateway answered in its place, or the connection broke.

A read is sent again. A write is sent again only when the target shows that it was not done. What cannot be known ends
the check, which then runs again.
"""

from conformance.asking.written import Reading, Trace, trace_of
from conformance.catalogue.operations import match
from conformance.evidence.exchanges import Request, Role
from conformance.evidence.verdicts import AnswerLost
from conformance.recordings import moments
from conformance.recordings.recording import Recording, Sent
from conformance.wire.retrying import PAUSES_SECONDS
from conformance.wire.transport import NO_ANSWER_WITHIN

_MOST_RUNS_OF_A_CHECK = 3
_RUNS_BEFORE_ANY_PASSED = 5
_LOOKS_AGAIN_AFTER_SECONDS = 1.0

# They are no reads, and repeating them harms nobody.
_HARMLESS = frozenset({"findGroupSlots", "calculateGroupPrice", "validateGroupBooking", "createToken"})


class LostAnswers:
    """What one run knows about answers that were lost. All its agencies share it."""

    def __init__(self) -> None:
        # Whether an answer was lost and the same request was answered afterwards: then the target is not to blame.
        self.passes = False
        self._is_last_run = False
        self._runs_again = 0
        # Operations whose answers were lost every time; their requests are not repeated again and again.
        self._never_answered: set[str] = set()

    def came(self, request: Request, repeats: int) -> None:
        """*request* was answered after so many *repeats*."""
        self._never_answered.discard(_operation(request))
        self.passes = self.passes or repeats > 0

    def begin_run_of_check(self, runs: int) -> None:
        """A check begins for the time *runs*, counted from 1."""
        self._is_last_run = runs == _MOST_RUNS_OF_A_CHECK

    def may_run_again(self, runs: int) -> bool:
        """Whether a check that ran *runs* times and lost an answer each time runs again."""
        self._runs_again += 1
        return runs < _MOST_RUNS_OF_A_CHECK and (self.passes or self._runs_again <= _RUNS_BEFORE_ANY_PASSED)

    def is_sent_again(self, read: Reading, recording: Recording, request: Request, sent: Sent, repeats: int) -> bool:
        """Whether *request*, whose answer was lost after so many *repeats*, is sent again; waits before it says so.

        *read* asks the target whether a write was done.

        False when the answer of the gateway counts as the target's, because it comes every time. Raises `AnswerLost`.
        """
        may_be_done = not _is_harmless(request) and self._is_done(read, recording, request)
        if may_be_done or repeats >= self._most_repeats(request, sent):
            self._never_answered.add(_operation(request))
            if sent.response is None or self.passes or (may_be_done and not self._is_last_run):
                recording.relabel(sent.index, Role.lost)
                raise AnswerLost(_sentence(request, sent))
            return False
        recording.relabel(sent.index, Role.lost)
        recording.sleep(PAUSES_SECONDS[repeats])
        return True

    def _most_repeats(self, request: Request, sent: Sent) -> int:
        # Each silence takes as long as anybody waits for an answer.
        is_silent = (sent.failure or "").startswith(NO_ANSWER_WITHIN)
        return 1 if is_silent or _operation(request) in self._never_answered else len(PAUSES_SECONDS)

    def _is_done(self, read: Reading, recording: Recording, request: Request) -> bool:
        """Whether the write was done, as far as the target shows; True where it shows nothing."""
        if moments.lane():
            # In a race, a request that is sent later is another race.
            return True
        trace = trace_of(read, recording, request)
        if trace is Trace.absent:
            # A change may take a moment to become visible.
            recording.sleep(_LOOKS_AGAIN_AFTER_SECONDS)
            trace = trace_of(read, recording, request)
        return trace is not Trace.absent


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
