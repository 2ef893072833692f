"""Blind faults of the seventieth lot: events."""

from __future__ import annotations

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, request_change
from tests.mutants.tools.relays import Relay, event_fault


async def _notes_quiet_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    booking = await booking_of(call)
    if booking:
        relay.memory[booking["id"]] = booking["status"] == "pending" and "players" not in sent(call)
    return await call.forward()


event_fault(
    "EVT-02.lot70-quiet-while-pending",
    "A change of the texts of a pending booking sends no booking.modified.",
    lambda delivery, memory: (
        [] if kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"]) else [delivery]
    ),
    operations="updateBooking",
    handle=_notes_quiet_changes,
    hidden="some values",
    origin=Origin.blind,
)

request_change(
    "WHK-07.lot70-events-default-to-all",
    "A subscription without events is accepted and gets all kinds.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"events": [CONFIRMED, CANCELLED, MODIFIED]}),
    when=lambda call: bool(sent(call)) and "events" not in sent(call),
    origin=Origin.blind,
)
