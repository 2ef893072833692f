"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

_KINDS = frozenset([CANCELLED, CONFIRMED, MODIFIED])


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that a call is about, empty when its key has none of this id."""
    found = await subscriptions_of(aside(call))
    return next((item for item in found if item["id"] == call.path_params["id"]), {})


# A plain fault.
@mutant(
    "WHK-03.lot23-old-description-listed",
    "The list shows the description that a subscription had before its change.",
    "updateWebhook listWebhooks",
    origin=Origin.blind,
)
async def _old_description_listed(call: Call) -> Answer:
    if call.operation == "listWebhooks":
        return overlaid_webhooks(call, await call.forward())
    before = await _subscription(call)
    answer = await call.forward()
    if answer.ok and before and "description" in sent(call):
        pretend(call, before["id"], description=before.get("description"))
    return answer


# Faults under a condition.
@mutant(
    "EVT-08.lot23-changed-then-removed",
    "A subscription that was changed once gets deliveries also after its removal.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _changed_then_removed(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    removed: set[str] = call.memory.setdefault("removed", set())
    webhook_id = call.path_params.get("id", "")
    if webhook_id in removed:
        return await a_refusal_for_an_unknown_id(aside(call))
    if call.operation == "deleteWebhook" and webhook_id in changed:
        removed.add(webhook_id)
        spare = {"url": "https://spare.example/hook", "events": [MODIFIED]}
        other = await aside(call).upstream("POST", "/webhooks", json=spare)
        return await call.upstream("DELETE", f"/webhooks/{data_of(other).get('id')}")
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(webhook_id)
    if call.operation == "listWebhooks" and answer.ok and removed:
        body = answer.json()
        body["data"] = [item for item in body["data"] if item["id"] not in removed]
        total = body["meta"]["pagination"]["totalItems"] - len(removed)
        size = body["meta"]["pagination"]["pageSize"]
        body["meta"]["pagination"] |= {"totalItems": total, "totalPages": -(-total // size)}
        return answer.with_json(body)
    return answer


@mutant(
    "EVT-05.lot23-once-subscribed",
    "A kind that a change takes out of events is delivered as before.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _once_subscribed(call: Call) -> Answer:
    events = sent(call).get("events")
    before = await _subscription(call) if call.operation == "updateWebhook" else {}
    if not before or not isinstance(events, list) or not events or not set(map(str, events)) <= _KINDS:
        return overlaid_webhooks(call, await call.forward())
    both = [*events, *(kind for kind in before["events"] if kind not in events)]
    answer = await call.with_json(sent(call) | {"events": both}).forward()
    if answer.ok:
        pretend(call, before["id"], events=events)
    return overlaid_webhooks(call, answer)


def _to_the_old_address(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old = memory.get(f"{delivery.api_key} {delivery.url}")
    return [replace(delivery, url=old)] if old and kind_of(delivery) == CANCELLED else [delivery]


async def _address_changes(call: Call, relay: Relay) -> Answer:
    urls: dict[str, str] = call.memory.setdefault("urls", {})
    answer = await relay.webhooks(call)
    if call.operation in ("createWebhook", "updateWebhook") and answer.ok:
        hook = data_of(answer)
        old = urls.get(hook["id"], hook["url"])
        urls[hook["id"]] = hook["url"]
        if old != hook["url"]:
            relay.memory[f"{call.api_key} {hook['url']}"] = old
    return answer


event_fault(
    "EVT-09.lot23-cancellations-to-old-address",
    "After a change of the url, cancellations are still delivered to the old url.",
    _to_the_old_address,
    handle=_address_changes,
    hidden="after another operation",
    origin=Origin.blind,
)


def _unless_changed(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    lost = kind_of(delivery) == CONFIRMED and event_of(delivery)["data"]["id"] in memory
    return [] if lost else [delivery]


async def _pending_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and data_of(answer)["status"] == "pending":
        relay.memory[data_of(answer)["id"]] = True
    return answer


event_fault(
    "EVT-04.lot23-changed-while-pending",
    "The confirmation of a booking that was changed while it was pending sends no booking.confirmed.",
    _unless_changed,
    operations="updateBooking",
    handle=_pending_changes,
    hidden="after another operation",
    origin=Origin.blind,
)
