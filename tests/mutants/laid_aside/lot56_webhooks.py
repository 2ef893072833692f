"""Blind faults of the fifty-sixth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


@mutant(
    "WHK-09.lot56-removal-of-the-unknown",
    "The removal of an unknown subscription is answered as a success.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _removal_of_the_unknown(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    kept = tuple(pair for pair in answer.headers if not pair[0].lower().startswith("content-"))
    return replace(answer, status=204, headers=kept, body=b"")


def _without_reference_changes(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory:
        return []
    return [delivery]


async def _note_reference_change(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    if set(sent(call)) == {"agencyBookingReference"}:
        relay.memory[call.path_params["id"]] = True
    else:
        relay.memory.pop(call.path_params["id"], None)
    return await call.forward()


event_fault(
    "EVT-02.lot56-change-of-reference-alone",
    "A change of nothing but agencyBookingReference sends no booking.modified.",
    _without_reference_changes,
    operations="updateBooking",
    handle=_note_reference_change,
    hidden="some values",
    origin=Origin.blind,
)


def _cancelled_to_two(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = list(memory.get(delivery.api_key, {}).values())
    return [] if kind_of(delivery) == CANCELLED and delivery.url in urls[2:] else [delivery]


async def _count_subscriptions(call: Call, relay: Relay) -> Answer:
    known: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    answer = await relay.webhooks(call)
    webhook_id = str(data_of(answer).get("id", ""))
    if answer.ok and call.operation == "deleteWebhook":
        known.pop(call.path_params["id"], None)
    if webhook_id and call.operation in ("createWebhook", "updateWebhook"):
        known[webhook_id] = str(data_of(answer).get("url", ""))
    return answer


event_fault(
    "EVT-11.lot56-third-subscription-misses-cancellations",
    "A cancellation is delivered only to the two oldest subscriptions of an agency.",
    _cancelled_to_two,
    handle=_count_subscriptions,
    hidden="after another operation",
    origin=Origin.blind,
)
