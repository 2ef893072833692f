"""Stops a run from creating more things that it cannot remove, because no answer and no list shows their ids."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from conformance.asking.client import Agency
from conformance.catalogue.operations import match
from conformance.discovery.booking_hooks import hook_id_in
from conformance.discovery.webhooks import address_in, listed_id
from conformance.evidence.exchanges import Answer, Request
from conformance.evidence.verdicts import CutShort, Judgement, Untested
from conformance.evidence.webhook_ids import webhook_id
from conformance.recordings.moments import is_of_a_race, racer
from conformance.recordings.recording import NOT_CREATED, Recording
from conformance.scope.lanes import PerLane
from conformance.target.target import Target

_WAY_OUT = {
    "createWebhook": "Declare webhook_id under [declares] in the target file: the place of its id in the answer.",
    "createBookingHook": "Declare id under [hooks] in the target file: the place of its id in the answer.",
}
_NOUNS = {"createWebhook": "subscription", "createBookingHook": "booking hook"}


class Unremovable:
    """The kinds of things that one run created on *target* and cannot remove. All lanes know what one lane finds out.
    Lanes of a replay run in another order, so each knows only its own: the *recording* says what it did not create.
    """

    def __init__(self, target: Target, recording: Recording) -> None:
        self._target = target
        self._recording = recording
        self._stuck: PerLane[set[str]] = PerLane(set)
        self._removable: set[str] = set()
        self._finding_out = {operation: threading.Lock() for operation in _NOUNS}
        self._list_shows_ids = PerLane(lambda: False)

    @contextmanager
    def creating(self, request: Request) -> Iterator[None]:
        """Within the block, the caller sends *request*. Until one thing of a kind was created, the lanes create that
        kind in turns, so that at most one such thing stays. The requests of a race do not wait.

        Raises `Untested` for a request that would create another thing that the run cannot remove.
        """
        operation = _operation(request)
        with ExitStack() as turn:
            if operation in _NOUNS and operation not in self._removable and not is_of_a_race(racer()):
                turn.enter_context(self._finding_out[operation])
                if operation in self._removable:
                    turn.close()
            self._refuse(operation)
            yield

    def _refuse(self, operation: str) -> None:
        known = [self._stuck.here] if self._recording.is_replay else self._stuck.everywhere
        if any(operation in stuck for stuck in known):
            noun = _NOUNS[operation]
            sentence = (
                f"This run creates no further {noun}: nothing shows the id of the {noun} that it created, so it cannot"
                f" remove that {noun}. {_WAY_OUT[operation]}"
            )
            if not self._recording.is_replay:
                self._recording.noted(NOT_CREATED, lambda: sentence)
            raise Untested(sentence)

    def note_created(self, agency: Agency, answer: Answer) -> None:
        """Notes whether the run can remove the thing that an accepted request created."""
        operation = _operation(answer.request)
        if operation in _NOUNS:
            known = self._removable if self._shows_its_id(operation, agency, answer) else self._stuck.here
            known.add(operation)

    def _shows_its_id(self, operation: str, agency: Agency, answer: Answer) -> bool:
        if operation == "createBookingHook":
            return hook_id_in(answer.response.content, self._target.hooks) is not None
        shown = webhook_id(answer.response, self._target.webhook_id)
        return self._list_shows_ids.here or shown is not None or self._is_listed(agency, answer)

    def _is_listed(self, agency: Agency, answer: Answer) -> bool:
        try:
            shown = listed_id(agency, address_in(answer.request), self._target.webhook_id) is not None
        except CutShort:
            raise
        except Judgement:
            return False
        self._list_shows_ids.here = shown
        return shown


def _operation(request: Request) -> str:
    met = match(request.method, request.path)
    return met.operation_id if met else ""
