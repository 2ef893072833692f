"""Mutants of writing without a key (AUT-02, AUT-03) and of where webhooks are served (ENV-13)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.mutants.tools.borrowed import ANYBODY, a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, mutant, request_change


@dataclass
class _Keys:
    """The keys that made the bookings of one mutant, and the key that was accepted last."""

    owners: dict[str, str]
    latest: str

    def of(self, call: Call) -> str:
        """The key a call without one is done with: that of the booking's owner, otherwise the latest."""
        return self.owners.get(call.path_params.get("id", ""), self.latest)

    def remember(self, call: Call, answer: Answer) -> None:
        """Notes the key of an accepted call."""
        if not answer.ok:
            return
        self.latest = call.api_key
        if call.operation == "createBooking":
            self.owners[answer.json()["data"]["id"]] = call.api_key


def _open(name: str, breaks: str, operation: str, *, silently: bool = False) -> None:
    """*operation* works without a key; *silently* it answers the refusal and is done all the same."""
    keys = _Keys({}, ANYBODY)

    async def handle(call: Call) -> Answer:
        answer = await call.forward()
        if call.api_key or call.operation != operation:
            keys.remember(call, answer)
            return answer
        done = await call.with_header("x-api-key", keys.of(call)).forward()
        return answer if silently else done

    mutant(name, breaks, EVERY_OPERATION)(handle)


_open("AUT-02", "Bookings are made without a key.", "createBooking")
_open("AUT-02.change", "Bookings are changed without a key.", "updateBooking")
_open("AUT-02.cancel", "Bookings are cancelled without a key.", "cancelBooking")
_open("AUT-02.hold", "Tee times are held without a key.", "holdTeeTime")
_open("AUT-02.hook", "Booking hooks are made without a key.", "createBookingHook")
_open("AUT-02.hook-confirm", "Booking hooks are confirmed without a key.", "confirmBookingHook")
_open("AUT-02.group", "Groups are booked without a key.", "createGroupBooking")
_open("AUT-02.group-players", "The players of groups are named without a key.", "updateGroupBookingPlayers")
_open("AUT-02.group-validate", "Groups are validated without a key.", "validateGroupBooking")
_open("AUT-02.made-unsaid", "A booking without a key is refused, and made.", "createBooking", silently=True)
_open("AUT-02.changed-unsaid", "A change without a key is refused, and done.", "updateBooking", silently=True)
_open("AUT-02.cancelled-unsaid", "A cancellation without a key is refused, and done.", "cancelBooking", silently=True)


def _open_webhooks(name: str, breaks: str, operation: str) -> None:
    request_change(
        name,
        breaks,
        operation,
        lambda call: call.with_header("x-api-key", ANYBODY),
        when=lambda call: not call.api_key,
    )


_open_webhooks("AUT-03", "Webhooks are listed without a key.", "listWebhooks")
_open_webhooks("AUT-03.create", "Webhooks are registered without a key.", "createWebhook")
# A subscription belongs to an agency, so these are done with the key that was accepted last.
_open("AUT-03.change", "Webhooks are changed without a key.", "updateWebhook")
_open("AUT-03.delete", "Webhooks are deleted without a key.", "deleteWebhook")


@mutant("ENV-13", "Webhooks are served under /travel only.", EVERY_OPERATION)
async def _under_travel(call: Call) -> Answer:
    if call.path.startswith("/webhooks"):
        return await a_refusal_for_an_unknown_id(call)
    if call.path.startswith("/travel/webhooks"):
        return await replace(call, path=call.path.removeprefix("/travel")).forward()
    return await call.forward()
