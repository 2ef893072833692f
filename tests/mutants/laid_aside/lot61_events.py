"""Blind faults of the sixty-first lot: webhooks and events."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import body_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault


async def _remembering_references(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    silent: set[str] = relay.memory.setdefault("silent", set())
    booking = call.path_params["id"]
    silent.discard(booking)
    if set(body_of(call)) == {"agencyBookingReference"}:
        silent.add(booking)
    return await call.forward()


def _without_reference_changes(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    if kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory.get("silent", ()):
        return []
    return [delivery]


event_fault(
    "EVT-02.lot61-reference-change-is-silent",
    "A change of nothing but agencyBookingReference sends no booking.modified.",
    _without_reference_changes,
    operations="updateBooking",
    handle=_remembering_references,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _remembering_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory.setdefault("changed", set()).add(call.path_params["id"])
    return answer


def _first_subscriber_only(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != CANCELLED or event["data"]["id"] not in memory.get("changed", ()):
        return [delivery]
    subscriber = memory.setdefault(str(event["id"]), delivery.url)
    return [delivery] if subscriber == delivery.url else []


event_fault(
    "EVT-11.lot61-cancellation-goes-out-once",
    "Of several subscriptions, only the first receives booking.cancelled for a booking that was changed before.",
    _first_subscriber_only,
    operations="updateBooking",
    handle=_remembering_changes,
    hidden="after another operation",
    origin=Origin.blind,
)
