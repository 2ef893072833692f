"""Blind faults of the sixth lot: webhook subscriptions and deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.laid_aside.lot6_courses import repaged
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

_SOON_SECONDS = 60.0
_PREFIX = "whsec_"
Memory = dict[str, Any]


def _message_id(delivery: Delivery) -> str:
    return str(httpx.Headers(delivery.headers).get("webhook-id", ""))


def _booking_id(delivery: Delivery) -> str:
    return str(event_of(delivery)["data"].get("id"))


# A plain fault.
@mutant(
    "WHK-04.lot6-off-but-listed",
    "A removed subscription stays in the list, with isActive false.",
    WEBHOOK_OPERATIONS,
    origin=Origin.blind,
)
async def _off_but_listed(call: Call) -> Answer:
    removed: list[dict[str, Any]] = call.memory.setdefault("removed", [])
    before = await subscriptions_of(aside(call))
    answer = await call.forward()
    if answer.ok and call.operation == "deleteWebhook":
        removed += [item | {"isActive": False} for item in before if item["id"] == call.path_params["id"]]
    if not answer.ok or call.operation != "listWebhooks":
        return answer
    return repaged(answer, [*before, *reversed(removed)])


# Faults under a condition.
def _not_so_soon(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    key = f"{delivery.api_key} {delivery.url} {_booking_id(delivery)}"
    message, at = memory.get(key, ("", 0.0))
    if message not in ("", _message_id(delivery)) and time.monotonic() - at < _SOON_SECONDS:
        return []
    memory[key] = (_message_id(delivery), time.monotonic())
    return [delivery]


event_fault(
    "EVT-02.lot6-not-so-soon",
    "A second change of a booking within a minute sends no booking.modified.",
    _not_so_soon,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "cancelBooking":
        return await relay.webhooks(call)
    before = await booking_of(call)
    if before.get("status") == "pending":
        relay.memory[before["id"]] = True
    return await call.forward()


event_fault(
    "EVT-01.lot6-pending-ends-quietly",
    "The cancellation of a pending booking sends no booking.cancelled.",
    lambda delivery, memory: [] if kind_of(delivery) == CANCELLED and _booking_id(delivery) in memory else [delivery],
    operations="cancelBooking",
    handle=_noting_pending,
    hidden="some values",
    origin=Origin.blind,
)


def _once(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    if kind_of(delivery) != CONFIRMED:
        return [delivery]
    first = memory.setdefault(f"{delivery.api_key} {delivery.url} {_booking_id(delivery)}", _message_id(delivery))
    return [delivery] if first == _message_id(delivery) else []


event_fault(
    "EVT-04.lot6-confirmed-once",
    "A booking that the course confirms a second time, after a change of players, sends no booking.confirmed.",
    _once,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_hooks(call: Call, relay: Relay) -> Answer:
    if call.operation == "confirmBookingHook":
        answer = await call.forward()
        if answer.ok:
            relay.memory[data_of(answer)["id"]] = call.path_params["id"]
        return answer
    answer = await relay.webhooks(call)
    if call.operation == "createWebhook" and answer.ok:
        relay.memory.setdefault("secrets", {})[call.api_key, data_of(answer)["url"]] = data_of(answer)["secret"]
    return answer


def _signed(delivery: Delivery, body: bytes, secret: str) -> Delivery:
    """The delivery with another body, signed as its subscriber expects."""
    headers = httpx.Headers(delivery.headers)
    text = f"{headers.get('webhook-id')}.{headers.get('webhook-timestamp')}.".encode() + body
    digest = hmac.new(base64.b64decode(secret.removeprefix(_PREFIX)), text, hashlib.sha256).digest()
    kept = tuple(pair for pair in delivery.headers if pair[0].lower() != "webhook-signature")
    signature = f"v1,{base64.b64encode(digest).decode()}"
    return replace(delivery, headers=(*kept, ("webhook-signature", signature)), body=body)


def _with_the_hook(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    event = event_of(delivery)
    hook_id = memory.get(_booking_id(delivery))
    secret = memory.get("secrets", {}).get((delivery.api_key, delivery.url))
    if hook_id is None or secret is None or kind_of(delivery) not in (MODIFIED, CANCELLED):
        return [delivery]
    event["data"]["id"] = hook_id
    return [_signed(delivery, json.dumps(event, separators=(",", ":")).encode(), secret)]


event_fault(
    "EVT-07.lot6-id-of-the-hook",
    "Events about changes of a booking that came from a hook have the id of the hook.",
    _with_the_hook,
    operations="confirmBookingHook",
    handle=_noting_hooks,
    hidden="one of two ways",
    origin=Origin.blind,
)


async def _noting_subscriptions(call: Call, relay: Relay) -> Answer:
    live: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    answer = await relay.webhooks(call)
    if call.operation in ("createWebhook", "updateWebhook") and answer.ok:
        live[data_of(answer)["id"]] = data_of(answer)["url"]
    if call.operation == "deleteWebhook" and answer.ok:
        live.pop(call.path_params["id"], None)
    return answer


def _first_of_the_host(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    host = urlsplit(delivery.url).netloc
    there = [url for url in memory.get(delivery.api_key, {}).values() if urlsplit(url).netloc == host]
    return [delivery] if not there or there[0] == delivery.url else []


event_fault(
    "EVT-11.lot6-one-for-each-host",
    "Of several subscriptions of one host, only the oldest gets an event.",
    _first_of_the_host,
    handle=_noting_subscriptions,
    hidden="some values",
    origin=Origin.blind,
)

_NOT_THERE = "There is no such subscription."


@mutant(
    "EVT-08.lot6-former-version-stays",
    "A subscription that was changed before its removal still gets events.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _former_version_stays(call: Call) -> Answer:
    changed: set[str] = call.memory.setdefault("changed", set())
    gone: set[str] = call.memory.setdefault("gone", set())
    webhook_id = call.path_params.get("id", "")
    if webhook_id in gone:
        return await a_refusal(aside(call), 404, "webhook_not_found", _NOT_THERE)
    if call.operation == "deleteWebhook" and webhook_id in changed:
        gone.add(webhook_id)
        return await _removed(call)
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(webhook_id)
    if call.operation == "listWebhooks" and answer.ok and gone:
        return repaged(answer, [item for item in await subscriptions_of(aside(call)) if item["id"] not in gone])
    return answer


async def _removed(call: Call) -> Answer:
    """The answer to the removal of a subscription that was made for this answer."""
    url = "https://receiver.example/none"
    made = data_of(await aside(call).upstream("POST", "/webhooks", json={"url": url, "events": [MODIFIED]}))
    return await aside(call).upstream("DELETE", f"/webhooks/{made['id']}") if made else await call.forward()
