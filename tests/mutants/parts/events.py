"""What faults of deliveries read in an event, and deliveries that never arrive.

Knows no single mutant.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.relays import Delivery, Relay, event_fault

CONFIRMED = "booking.confirmed"
CANCELLED = "booking.cancelled"
MODIFIED = "booking.modified"


def event_of(delivery: Delivery) -> Any:
    """The parsed body of a delivery."""
    return json.loads(delivery.body)


def kind_of(delivery: Delivery) -> str:
    """The kind of event in a delivery."""
    return str(event_of(delivery)["type"])


def unsent(name: str, breaks: str, chosen: Callable[[Delivery, dict[str, Any]], bool]) -> None:
    """Deliveries that *chosen* likes never arrive."""
    event_fault(name, breaks, lambda delivery, memory: [] if chosen(delivery, memory) else [delivery])


def unsent_after(
    name: str, breaks: str, kind: str, operation: str, chosen: Callable[[Call, Any], bool], *, hidden: str | None = None
) -> None:
    """The service sends no events of *kind* about bookings for which *chosen* accepts a call of *operation*."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation != operation:
            return await relay.webhooks(call)
        answer = await call.forward()
        booking = answer.json()["data"] if answer.ok else {}
        if answer.ok and chosen(call, booking):
            relay.memory[booking["id"]] = True
        return answer

    event_fault(
        name,
        breaks,
        lambda delivery, memory: (
            [] if kind_of(delivery) == kind and event_of(delivery)["data"]["id"] in memory else [delivery]
        ),
        operations=operation,
        handle=handle,
        hidden=hidden,
    )
