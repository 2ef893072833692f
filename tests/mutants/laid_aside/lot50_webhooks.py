"""Blind faults of the fiftieth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

Memory = dict[str, Any]
_MANY = 3


@mutant(
    "WHK-09.lot50-delete-of-nothing",
    "The removal of a subscription that does not exist is accepted.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _delete_of_nothing(call: Call) -> Answer:
    answer = await call.forward()
    return Answer(204, (), b"") if answer.status == 404 else answer


async def _moved_with_events(call: Call, relay: Relay) -> Answer:
    urls: dict[str, str] = relay.memory.setdefault("urls", {})
    stale: dict[tuple[str, str], str] = relay.memory.setdefault("stale", {})
    answer = await relay.webhooks(call)
    if not answer.ok or call.operation not in ("createWebhook", "updateWebhook"):
        return answer
    subscription = answer.json()["data"]
    old = urls.get(subscription["id"])
    if call.operation == "updateWebhook" and old and old != subscription["url"]:
        target = stale.pop((call.api_key, old), old)
        if "url" in sent(call) and "events" in sent(call):
            stale[call.api_key, subscription["url"]] = target
    urls[subscription["id"]] = subscription["url"]
    return answer


def _to_the_old_url(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    return [replace(delivery, url=memory.get("stale", {}).get((delivery.api_key, delivery.url), delivery.url))]


event_fault(
    "EVT-09.lot50-url-changed-with-events",
    "After a change of url and events together, deliveries still go to the old url.",
    _to_the_old_url,
    handle=_moved_with_events,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _reference_while_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    quiet: set[str] = relay.memory.setdefault("quiet", set())
    booking, booking_id = await booking_of(call), call.path_params["id"]
    # The delivery may be on its way before the answer is.
    if set(sent(call)) == {"agencyBookingReference"} and booking.get("status") == "pending":
        quiet.add(booking_id)
    elif booking:
        quiet.discard(booking_id)
    return await call.forward()


def _not_of_a_reference(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    is_quiet = kind_of(delivery) == MODIFIED and event_of(delivery)["data"].get("id") in memory.get("quiet", ())
    return [] if is_quiet else [delivery]


event_fault(
    "EVT-02.lot50-reference-while-pending",
    "A change of the agency reference alone sends no event while the booking is pending.",
    _not_of_a_reference,
    operations="updateBooking",
    handle=_reference_while_pending,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_subscriptions(call: Call, relay: Relay) -> Answer:
    live: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    answer = await relay.webhooks(call)
    if not answer.ok:
        return answer
    if call.operation == "deleteWebhook":
        live.pop(call.path_params["id"], None)
    elif call.operation != "listWebhooks":
        live[answer.json()["data"]["id"]] = answer.json()["data"]["url"]
    return answer


def _not_to_the_oldest(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    urls = list(memory.get(delivery.api_key, {}).values())
    if kind_of(delivery) == CANCELLED and len(urls) >= _MANY and delivery.url == urls[0]:
        return []
    return [delivery]


event_fault(
    "EVT-11.lot50-oldest-of-three",
    "Of three or more subscriptions the oldest does not get the cancellations.",
    _not_to_the_oldest,
    handle=_noting_subscriptions,
    hidden="after another operation",
    origin=Origin.blind,
)
