"""Stops a run from creating more things that it cannot remove, because no answer and no list shows their ids."""

from conformance.asking.client import Agency
from conformance.catalogue.operations import match
from conformance.discovery.booking_hooks import hook_id_in
from conformance.discovery.webhooks import address_in, listed_id
from conformance.evidence.exchanges import Answer, Request
from conformance.evidence.verdicts import CutShort, Judgement, Untested
from conformance.evidence.webhook_ids import webhook_id
from conformance.scope.lanes import PerLane
from conformance.target.target import Target

_WAY_OUT = {
    "createWebhook": "Declare webhook_id under [declares] in the target file: the place of its id in the answer.",
    "createBookingHook": "Declare id under [hooks] in the target file: the place of its id in the answer.",
}
_NOUNS = {"createWebhook": "subscription", "createBookingHook": "booking hook"}


class Unremovable:
    """The kinds of things that one run created on *target* and cannot remove."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._stuck: PerLane[set[str]] = PerLane(set)
        self._list_shows_ids = PerLane(lambda: False)

    def refuse(self, request: Request) -> None:
        """Raises `Untested` for a *request* that would create another such thing."""
        operation = _operation(request)
        if operation in self._stuck.here:
            noun = _NOUNS[operation]
            raise Untested(
                f"This run creates no further {noun}: nothing shows the id of the {noun} that it created, so it cannot"
                f" remove that {noun}. {_WAY_OUT[operation]}"
            )

    def note_created(self, agency: Agency, answer: Answer) -> None:
        """Notes whether the run can remove the thing that an accepted request created."""
        operation = _operation(answer.request)
        if operation == "createBookingHook":
            if hook_id_in(answer.response.content, self._target.hooks) is None:
                self._stuck.here.add(operation)
        elif operation == "createWebhook" and not self._list_shows_ids.here:
            shown = webhook_id(answer.response, self._target.webhook_id)
            if shown is None and not self._is_listed(agency, answer):
                self._stuck.here.add(operation)

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
