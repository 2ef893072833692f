"""Blind faults of the seventy-second lot: events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, request_change
from tests.mutants.tools.relays import Delivery, Relay, event_fault

request_change(
    "WHK-07.lot72-all-kinds-by-default",
    "A subscription without events is accepted and receives all three kinds.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"events": [CONFIRMED, CANCELLED, MODIFIED]}),
    when=lambda call: bool(sent(call)) and "events" not in sent(call),
    origin=Origin.blind,
)


def _unless_quiet(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"]):
        return []
    return [delivery]


async def _notes_quiet_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    booking = await booking_of(call)
    only_reference = set(sent(call)) == {"agencyBookingReference"}
    relay.memory[call.path_params["id"]] = only_reference and booking.get("status") == "pending"
    return await call.forward()


event_fault(
    "EVT-02.lot72-quiet-reference-while-pending",
    "A change of the agencyBookingReference alone sends no booking.modified while the booking is pending.",
    _unless_quiet,
    operations="updateBooking",
    handle=_notes_quiet_changes,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
