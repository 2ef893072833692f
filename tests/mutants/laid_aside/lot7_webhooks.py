"""Blind faults of the seventh lot: subscriptions and deliveries."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import alter
from tests.mutants.tools.registry import Origin, json_answer, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_DEBOUNCED_SECONDS = 1.0

# A plain fault.
json_answer(
    "WHK-02.lot7-first-kind",
    "The list shows the first kind of events of each subscription alone.",
    "listWebhooks",
    alter("data[*].events", lambda kinds: kinds[:1]),
    origin=Origin.blind,
)


# Faults under a condition.
async def _note_addresses(call: Call, relay: Relay) -> Answer:
    """The answer to a call about webhooks. The relay remembers which address came before which."""
    answer = await relay.webhooks(call)
    if not answer.ok or call.operation not in ("createWebhook", "updateWebhook"):
        return answer
    webhook, urls = answer.json()["data"], relay.memory.setdefault("urls", {})
    before = urls.get(webhook["id"], webhook["url"])
    if before != webhook["url"]:
        relay.memory.setdefault("before", {})[call.api_key, webhook["url"]] = before
    urls[webhook["id"]] = webhook["url"]
    return answer


def _to_known_address(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    known: set[tuple[str, str, str]] = memory.setdefault("known", set())
    kind = kind_of(delivery)
    before = memory.get("before", {}).get((delivery.api_key, delivery.url))
    if before is not None and (delivery.api_key, before, kind) in known:
        return [replace(delivery, url=before)]
    known.add((delivery.api_key, delivery.url, kind))
    return [delivery]


event_fault(
    "EVT-09.lot7-address-known-by-kind",
    "After a change of the url, events of a kind that was delivered before go to the old url.",
    _to_known_address,
    handle=_note_addresses,
    hidden="after another operation",
    origin=Origin.blind,
)


def _debounced(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    sent_at: dict[tuple[str, str, str], float] = memory.setdefault("sent at", {})
    about = delivery.api_key, delivery.url, str(event_of(delivery)["data"]["id"])
    now = time.monotonic()
    if now - sent_at.get(about, 0.0) < _DEBOUNCED_SECONDS:
        return []
    sent_at[about] = now
    return [delivery]


event_fault(
    "EVT-02.lot7-debounced",
    "The second of two changes of a booking within a second sends no event.",
    _debounced,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _note_order(call: Call, relay: Relay) -> Answer:
    """The answer to a new booking or a call about webhooks. The relay remembers which came first."""
    answer = await (call.forward() if call.operation == "createBooking" else relay.webhooks(call))
    if not answer.ok or call.operation not in ("createBooking", "createWebhook"):
        return answer
    number = relay.memory["number"] = relay.memory.get("number", 0) + 1
    made = answer.json()["data"]
    if call.operation == "createBooking":
        relay.memory[made["id"]] = number
    else:
        relay.memory[call.api_key, made["url"]] = number
    return answer


def _of_newer_bookings(delivery: Delivery, memory: dict[Any, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED:
        return [delivery]
    subscribed = memory.get((delivery.api_key, delivery.url), 0)
    booked = memory.get(event_of(delivery)["data"]["id"], subscribed)
    return [delivery] if booked >= subscribed else []


event_fault(
    "EVT-01.lot7-older-than-the-subscription",
    "A subscription gets no cancellation of a booking that is older than itself.",
    _of_newer_bookings,
    operations="createBooking",
    handle=_note_order,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "WHK-04.lot7-all-of-this-url",
    "A removal removes every subscription of the agency with the same url.",
    "deleteWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _all_of_this_url(call: Call) -> Answer:
    before = await subscriptions_of(call)
    answer = await call.forward()
    removed = [webhook["url"] for webhook in before if webhook["id"] == call.path_params["id"]]
    if answer.ok:
        for webhook in before:
            if webhook["url"] in removed and webhook["id"] != call.path_params["id"]:
                await call.upstream("DELETE", f"/webhooks/{webhook['id']}")
    return answer
