"""Faults of subscriptions and deliveries, written blind."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_A_BURST = timedelta(seconds=60)


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that a call is about, empty when this key has none of that id."""
    found = await subscriptions_of(call)
    return next((subscription for subscription in found if subscription["id"] == call.path_params["id"]), {})


@mutant(
    "WHK-03.lot15-events-are-not-updated",
    "Updating a subscription leaves its events as they were.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _same_events(call: Call) -> Answer:
    before = await _subscription(call) if "events" in sent(call) else {}
    answer = await call.forward()
    return await call.with_json({"events": before["events"]}).forward() if answer.ok and before else answer


async def _merged_events(call: Call, relay: Relay) -> Answer:
    asked = sent(call).get("events")
    before = await _subscription(call) if call.operation == "updateWebhook" and isinstance(asked, list) else {}

    def merged(body: dict[str, Any]) -> dict[str, Any]:
        more = [kind for kind in before.get("events", ()) if kind not in body["events"]] if before else []
        return body | {"events": body["events"] + more} if more else body

    answer = await relay.webhooks(call, merged)
    if answer.ok and before:
        pretend(call, before["id"], events=asked)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot15-removed-kind-stays",
    "A kind that was removed from the events of a subscription by an update is still delivered.",
    handle=_merged_events,
    hidden="after another operation",
    origin=Origin.blind,
)


def _not_in_a_burst(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    at = datetime.fromisoformat(event["timestamp"])
    key = delivery.api_key, delivery.url, event["data"]["id"]
    sent_as, sent_at = memory.get(str(key), ("", None))
    number = dict(delivery.headers).get("webhook-id", "")
    if sent_at is not None and number != sent_as and at - sent_at < _A_BURST:
        return []
    memory[str(key)] = number, at
    return [delivery]


event_fault(
    "EVT-02.lot15-one-of-a-burst",
    "A change within a minute after another change of the same booking sends no booking.modified.",
    _not_in_a_burst,
    hidden="after another operation",
    origin=Origin.blind,
)
