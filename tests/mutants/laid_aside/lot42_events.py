"""Blind faults of the forty-second lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_REFERENCE = "agencyBookingReference"


async def note_reference_change(call: Call, relay: Relay) -> Answer:
    """Remembers which booking got which reference by a change of nothing else."""
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    relay.memory.pop(call.path_params["id"], None)
    body = sent(call)
    if set(body) == {_REFERENCE}:
        relay.memory[call.path_params["id"]] = body[_REFERENCE]
    return await call.forward()


def unless_reference_alone(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery, or nothing when only the reference of the agency changed."""
    event = event_of(delivery)
    subject = event.get("data", {})
    is_silent = event["type"] == MODIFIED and memory.get(subject["id"], "-") == subject.get(_REFERENCE)
    return [] if is_silent else [delivery]


event_fault(
    "EVT-02.lot42-reference-alone",
    "A change of nothing but the agency's reference sends no event.",
    unless_reference_alone,
    operations="updateBooking",
    handle=note_reference_change,
    hidden="some values",
    origin=Origin.blind,
)


async def only_more_kinds(call: Call, relay: Relay) -> Answer:
    """Keeps the kinds that a change removes, and shows the kinds that were asked for."""
    kinds = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(kinds, list):
        return overlaid_webhooks(call, await relay.webhooks(call))
    own = call.path_params["id"]
    own_now = [found for found in await subscriptions_of(call) if found["id"] == own]
    kept = [kind for found in own_now for kind in found["events"] if kind not in kinds]
    answer = await relay.webhooks(call, lambda body: body | {"events": [*kinds, *kept]})
    if answer.ok:
        pretend(call, own, events=kinds)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot42-removed-kinds-stay",
    "A kind that a change took out of a subscription is still delivered.",
    handle=only_more_kinds,
    hidden="after another operation",
    origin=Origin.blind,
)


async def note_ages(call: Call, relay: Relay) -> Answer:
    """Remembers in which order bookings and further subscriptions were created."""
    memory = relay.memory
    if call.operation == "createWebhook":
        used = list(relay.subscribers[call.api_key])
        others = await subscriptions_of(call)
        answer = await relay.webhooks(call)
        url = str(sent(call).get("url"))
        if answer.ok and others and url not in used:
            memory[url] = memory["now"] = memory.get("now", 0) + 1
        return answer
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    born = memory["now"] = memory.get("now", 0) + 1
    answer = await call.forward()
    if answer.ok:
        memory[answer.json()["data"]["id"]] = born
    return answer


def unless_older(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery, or nothing when the booking is older than the further subscription."""
    born = memory.get(event_of(delivery)["data"]["id"])
    return [] if born is not None and born < memory.get(delivery.url, 0) else [delivery]


event_fault(
    "EVT-11.lot42-older-bookings",
    "A further subscription gets no events of bookings that are older than it.",
    unless_older,
    operations="createBooking",
    handle=note_ages,
    hidden="after another operation",
    origin=Origin.blind,
)
