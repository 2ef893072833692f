"""Faults of booking.confirmed, and of the state that a receiver reads when an event arrives (EVT-03, 04, 14)."""

from __future__ import annotations

from tests.mutants.parts.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.parts.events import CONFIRMED, event_of, kind_of, unsent, unsent_after
from tests.mutants.parts.pretending import body_of, data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Relay, event_fault

unsent("EVT-03", "The service sends no events of new bookings.", lambda delivery, _: kind_of(delivery) == CONFIRMED)

unsent_after(
    "EVT-04",
    "The service sends no event when a course confirms a booking.",
    CONFIRMED,
    "createBooking",
    lambda _, booking: booking["status"] == "pending",
)
unsent_after(
    "EVT-04.four",
    "The service sends no event when a course confirms a booking of four.",
    CONFIRMED,
    "createBooking",
    lambda _, booking: booking["status"] == "pending" and booking["players"] == 4,
    hidden="some values",
)


async def _remember_holds(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    if "holdId" in sent(call):
        relay.memory[str(sent(call).get("agencyBookingReference"))] = True
    return await call.forward()


event_fault(
    "EVT-03.hold",
    "The service sends no event of a booking that completes a hold.",
    lambda delivery, memory: [] if event_of(delivery)["data"].get("agencyBookingReference") in memory else [delivery],
    operations="createBooking",
    handle=_remember_holds,
    hidden="one of two ways",
)


def _unreadable(name: str, breaks: str, operation: str, member: str, value: object) -> None:
    """After *operation*, reads go on to show *value* for *member*."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation not in BOOKING_OPERATIONS.split():
            return await relay.webhooks(call)
        answer = await shown(call)
        if call.operation != operation or not answer.ok:
            return answer
        disguise(call, answer.json()["data"]["id"], put(member, value))
        return in_disguise(call, answer)

    event_fault(name, breaks, operations=BOOKING_OPERATIONS, handle=handle)


_unreadable(
    "EVT-14",
    "The service sends an event of a cancellation, but Get never shows the cancellation.",
    "cancelBooking",
    "status",
    "confirmed",
)
_unreadable(
    "EVT-14.players",
    "The service sends an event of a change, but Get never shows the change.",
    "updateBooking",
    "players",
    2,
)


async def _note_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = True
    return answer


event_fault(
    "EVT-04.blind-changed-before",
    "The service sends no event when a course confirms a booking that was changed before.",
    lambda delivery, memory: (
        [] if (event := event_of(delivery))["type"] == CONFIRMED and event["data"].get("id") in memory else [delivery]
    ),
    operations="updateBooking",
    handle=_note_changes,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "EVT-04.blind-with-other-kinds",
    "A subscription to confirmations and other kinds gets no confirmation.",
    "createWebhook updateWebhook listWebhooks",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _no_confirmation(call: Call) -> Answer:
    wanted = body_of(call).get("events")
    if not isinstance(wanted, list) or "booking.confirmed" not in wanted or len(wanted) < 2:
        return overlaid_webhooks(call, await call.forward())
    fewer = [kind for kind in wanted if kind != "booking.confirmed"]
    answer = await call.with_json(body_of(call) | {"events": fewer}).forward()
    if answer.ok:
        pretend(call, data_of(answer)["id"], events=wanted)
    return overlaid_webhooks(call, answer)
