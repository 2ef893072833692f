"""Blind faults of the fifth lot: webhook subscriptions and deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault


# A plain fault.
@mutant(
    "WHK-08.lot5-modified-alone",
    "A subscription to booking.modified alone is refused.",
    "createWebhook",
    origin=Origin.blind,
)
async def _modified_alone(call: Call) -> Answer:
    if sent(call).get("events") != [MODIFIED]:
        return await call.forward()
    return await a_refusal(aside(call), 422, "event_unknown", "Subscribe to the end of a booking, too.")


# Faults under a condition.
@mutant(
    "EVT-05.lot5-change-adds-kinds",
    "A change that does not name the kinds of a subscription makes it get all kinds.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _change_adds_kinds(call: Call) -> Answer:
    if call.operation != "updateWebhook":
        return overlaid_webhooks(call, await call.forward())
    body, webhook_id = sent(call), call.path_params["id"]
    kept = next((item for item in await subscriptions_of(aside(call)) if item["id"] == webhook_id), None)
    if kept is None or not body or "events" in body:
        answer = await call.forward()
        if answer.ok:
            pretended(call).pop(webhook_id, None)
        return answer
    answer = await call.with_json(body | {"events": [CONFIRMED, CANCELLED, MODIFIED]}).forward()
    if answer.ok and webhook_id not in pretended(call):
        pretend(call, webhook_id, events=kept["events"])
    return overlaid_webhooks(call, answer)


async def _noting_urls(call: Call, relay: Relay) -> Answer:
    memory = relay.memory
    made: set[str] = memory.setdefault(f"made by {call.api_key}", set())
    if call.operation == "createBooking":
        answer = await call.forward()
        made.update(data_of(answer).get("id", "") for _ in [answer] if answer.ok)
        return answer
    answer = await relay.webhooks(call)
    if call.operation not in ("createWebhook", "updateWebhook") or not answer.ok:
        return answer
    webhook, urls = data_of(answer), memory.setdefault("urls", {})
    old = urls.get(webhook["id"], webhook["url"])
    if old != webhook["url"]:
        memory[f"{call.api_key} {webhook['url']}"] = (old, frozenset(made))
    urls[webhook["id"]] = webhook["url"]
    return answer


def _where_it_was(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old, made_before = memory.get(f"{delivery.api_key} {delivery.url}", (delivery.url, frozenset()))
    is_older = event_of(delivery)["data"].get("id") in made_before
    return [replace(delivery, url=old) if is_older else delivery]


event_fault(
    "EVT-09.lot5-url-of-its-time",
    "After a change of the url, events of bookings that were made before still go to the old url.",
    _where_it_was,
    operations="createBooking",
    handle=_noting_urls,
    hidden="after another operation",
    origin=Origin.blind,
)
