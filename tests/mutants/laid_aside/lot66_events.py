"""Blind faults of the sixty-sixth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import RELAYS, Delivery, Relay, event_fault

_THIRD = "EVT-11.lot66-third-address-forgotten"


def _to_two_addresses(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    addresses = list(dict.fromkeys(RELAYS[_THIRD].subscribers[delivery.api_key]))
    return [delivery] if delivery.url in addresses[:2] else []


event_fault(
    _THIRD,
    "Of an agency with more than two addresses, only the first two get events.",
    _to_two_addresses,
    hidden="some values",
    origin=Origin.blind,
)


async def _kept_in_secret(call: Call, relay: Relay) -> Answer:
    removed: set[str] = call.memory.setdefault("removed", set())
    changed: set[str] = call.memory.setdefault("changed", set())
    webhook_id = call.path_params.get("id", "")
    if webhook_id in removed:
        return await a_refusal(call, 404, "not_found", "There is no such subscription.")
    if call.operation == "deleteWebhook" and webhook_id in changed:
        others = [item for item in await subscriptions_of(aside(call)) if item["id"] not in {webhook_id, *removed}]
        if others:
            removed.add(webhook_id)
            return Answer(204, (), b"")
    answer = await relay.webhooks(call)
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(webhook_id)
    return _without(answer, removed) if call.operation == "listWebhooks" and removed else answer


def _without(answer: Answer, removed: set[str]) -> Answer:
    """The list of subscriptions without those that were removed."""
    if not answer.ok:
        return answer
    body = answer.json()
    kept = [item for item in body["data"] if item["id"] not in removed]
    gone = len(body["data"]) - len(kept)
    body["data"] = kept
    if pagination := body.get("meta", {}).get("pagination"):
        pagination["totalItems"] -= gone
        pagination["totalPages"] = -(-pagination["totalItems"] // pagination["pageSize"])
    return replace(answer, headers=tuple(pair for pair in answer.headers if pair[0].lower() != "link")).with_json(body)


event_fault(
    "EVT-08.lot66-changed-subscriptions-live-on",
    "A removed subscription that was changed before gets events as long as its agency has another.",
    operations="",
    handle=_kept_in_secret,
    hidden="after another operation",
    origin=Origin.blind,
)
