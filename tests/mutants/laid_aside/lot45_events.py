"""Blind faults of the forty-fifth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


def _nameless(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    return [replace(delivery, body=write_json(event | {"data": {"status": event["data"].get("status")}}))]


event_fault(
    "EVT-07.lot45-nameless-booking",
    "Deliveries say the status of a booking, but not of which.",
    _nameless,
    origin=Origin.blind,
)


async def _with_old_description(call: Call) -> Answer:
    before = await subscriptions_of(call) if call.operation == "updateWebhook" else []
    answer = await call.forward()
    if answer.ok and call.operation == "updateWebhook" and "description" in sent(call):
        webhook_id = call.path_params["id"]
        old = next((item.get("description", "") for item in before if item["id"] == webhook_id), "")
        if set(sent(call)) == {"description"}:
            pretend(call, webhook_id, **({"description": old} | pretended(call).get(webhook_id, {})))
        else:
            pretended(call).pop(webhook_id, None)
    return overlaid_webhooks(call, answer)


mutant(
    "WHK-03.lot45-description-alone",
    "An update of the description alone changes nothing.",
    "createWebhook listWebhooks updateWebhook",
    hidden="a combination of parameters",
    origin=Origin.blind,
)(_with_old_description)


async def _noting_references(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    booking_id = call.path_params["id"]
    if set(sent(call)) == {"agencyBookingReference"}:
        relay.memory[booking_id] = sent(call)["agencyBookingReference"]
    else:
        relay.memory.pop(booking_id, None)
    return await call.forward()


def _without_references(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking = event_of(delivery)["data"]
    changed = booking.get("agencyBookingReference", "")
    is_unsent = kind_of(delivery) == MODIFIED and memory.get(booking["id"]) == changed
    return [] if is_unsent else [delivery]


event_fault(
    "EVT-02.lot45-reference-alone",
    "A change of the agency reference alone sends no event.",
    _without_references,
    operations="updateBooking",
    handle=_noting_references,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _noting_subscriptions(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    urls: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    if answer.ok and call.operation == "deleteWebhook":
        urls.pop(call.path_params["id"], None)
    elif answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        subscription = answer.json()["data"]
        if CANCELLED in subscription["events"]:
            urls[subscription["id"]] = subscription["url"]
        else:
            urls.pop(subscription["id"], None)
    return answer


def _first_alone(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = list(memory.get(delivery.api_key, {}).values())
    is_later = bool(urls) and delivery.url != urls[0]
    return [] if kind_of(delivery) == CANCELLED and is_later else [delivery]


event_fault(
    "EVT-11.lot45-cancellation-to-the-first",
    "Of several subscriptions of an agency, only the first gets the cancellations.",
    _first_alone,
    handle=_noting_subscriptions,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
