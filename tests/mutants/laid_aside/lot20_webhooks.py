"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, event_of, kind_of
from tests.mutants.parts.pretending import body_of, data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_HOUR = timedelta(hours=1)


# A plain fault.
@mutant(
    "WHK-04.lot20-kept-in-the-list",
    "A removed subscription stays in the list.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _kept_in_the_list(call: Call) -> Answer:
    known = [subscription["id"] for subscription in await subscriptions_of(aside(call))]
    return Answer(204, (), b"") if call.path_params["id"] in known else await call.forward()


# Faults under a condition.
@mutant(
    "WHK-03.lot20-events-only-grow",
    "An update adds its events to those of the subscription and takes none away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _events_only_grow(call: Call) -> Answer:
    body = body_of(call)
    old = next((item for item in await subscriptions_of(aside(call)) if item["id"] == call.path_params["id"]), None)
    if old is None or not isinstance(body.get("events"), list) or not body["events"]:
        return await call.forward()
    kept = [kind for kind in old["events"] if kind not in body["events"]]
    return await call.with_json(body | {"events": body["events"] + kept}).forward() if kept else await call.forward()


def _unless_late(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    created = memory.get(event["data"]["id"])
    is_late = created is not None and moment_of(event["timestamp"]) - moment_of(created) > _HOUR
    return [] if is_late and kind_of(delivery) == CONFIRMED else [delivery]


async def _noting_creation(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and data_of(answer)["status"] == "pending":
        relay.memory[data_of(answer)["id"]] = data_of(answer)["createdAt"]
    return answer


event_fault(
    "EVT-04.lot20-late-confirmation",
    "A course that confirms more than an hour after the booking was made causes no booking.confirmed.",
    _unless_late,
    operations="createBooking",
    handle=_noting_creation,
    hidden="after a while",
    origin=Origin.blind,
)


def _to_older_subscriptions(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = memory.get(delivery.api_key, {}).get(event_of(delivery)["data"]["id"])
    return [delivery] if urls is None or delivery.url in urls else []


async def _noting_subscriptions(call: Call, relay: Relay) -> Answer:
    known: dict[str, list[str]] = relay.memory.setdefault(call.api_key, {})
    if call.operation == "createBooking":
        urls = list(relay.subscribers[call.api_key])
        answer = await call.forward()
        if answer.ok:
            known[data_of(answer)["id"]] = urls
        return answer
    if call.operation == "updateWebhook" and "url" in sent(call):
        for urls in known.values():
            urls.append(str(sent(call)["url"]))
    return await relay.webhooks(call)


event_fault(
    "EVT-11.lot20-older-bookings",
    "A subscription gets no events of bookings that are older than itself.",
    _to_older_subscriptions,
    operations="createBooking",
    handle=_noting_subscriptions,
    hidden="after another operation",
    origin=Origin.blind,
)


def _to_removed_too(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    removed = [
        replace(delivery, url=gone["url"])
        for gone in memory.get(delivery.api_key, ())
        if gone["sibling"] == delivery.url and kind_of(delivery) in gone["events"]
    ]
    return [delivery, *removed]


async def _noting_removals(call: Call, relay: Relay) -> Answer:
    if call.operation != "deleteWebhook":
        return await relay.webhooks(call)
    listing = replace(aside(call), method="GET", path="/webhooks", query_string="pageSize=100", body=b"")
    listed = await relay.webhooks(listing)
    answer = await relay.webhooks(call)
    if not answer.ok or not listed.ok:
        return answer
    items = listed.json()["data"]
    gone = next((item for item in items if item["id"] == call.path_params["id"]), None)
    sibling = next((item for item in items if item["id"] != call.path_params["id"]), None)
    if gone and sibling:
        noted = {"url": gone["url"], "events": gone["events"], "sibling": sibling["url"]}
        relay.memory.setdefault(call.api_key, []).append(noted)
    return answer


event_fault(
    "EVT-08.lot20-sibling-keeps-it",
    "A removed subscription goes on getting events while the agency has another one.",
    _to_removed_too,
    handle=_noting_removals,
    hidden="after another operation",
    origin=Origin.blind,
)
