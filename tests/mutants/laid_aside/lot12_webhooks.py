"""Blind faults of the twelfth lot: subscriptions and deliveries."""

from __future__ import annotations

import re
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, event_of, kind_of
from tests.mutants.parts.pretending import body_of, overlaid_webhooks, pretend, pretended
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_PLAIN_ADDRESS = re.compile(r"http://[\w-]+(\.[\w-]+)*\.[a-z]{2,}(/|$)")


@mutant(
    "WHK-03.lot12-description-kept",
    "The list shows the description that a subscription was created with, whatever it was changed to.",
    "createWebhook updateWebhook listWebhooks",
    origin=Origin.blind,
)
async def _description_kept(call: Call) -> Answer:
    answer = await call.forward()
    created: dict[str, dict[str, str]] = call.memory.setdefault("created", {})
    if not answer.ok:
        return answer
    body = answer.json()
    if call.operation == "createWebhook":
        created[body["data"]["id"]] = _description_of(body["data"])
    if call.operation != "listWebhooks":
        return answer
    return answer.with_json(body | {"data": [item | created.get(item["id"], {}) for item in body["data"]]})


def _description_of(subscription: dict[str, Any]) -> dict[str, str]:
    return {"description": subscription["description"]} if "description" in subscription else {}


@mutant(
    "WHK-05.lot12-plain-address-by-a-change",
    "A subscription can be changed to an address that is not HTTPS.",
    "updateWebhook listWebhooks",
    hidden="one of two ways",
    origin=Origin.blind,
)
async def _plain_address(call: Call) -> Answer:
    answer = await call.forward()
    body = body_of(call)
    if call.operation == "listWebhooks":
        return overlaid_webhooks(call, answer)
    if answer.ok and "url" in body:
        pretended(call).pop(call.path_params["id"], None)
    if answer.ok or not _PLAIN_ADDRESS.match(str(body.get("url", ""))):
        return overlaid_webhooks(call, answer)
    changed = await _changed_but_for_the_address(call, body)
    if changed is None or not changed.ok:
        return answer
    pretend(call, call.path_params["id"], url=body["url"])
    return overlaid_webhooks(call, changed)


async def _changed_but_for_the_address(call: Call, body: dict[str, Any]) -> Answer | None:
    known = {item["id"]: item for item in await subscriptions_of(call)}
    subscription = known.get(call.path_params["id"])
    if subscription is None:
        return None
    rest = {name: value for name, value in body.items() if name != "url"}
    return await call.with_json({"isActive": subscription["isActive"]} | rest).forward()


def _once_for_an_address(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    event = f"{delivery.api_key} {delivery.url} {delivery.text}"
    if event in memory:
        return []
    memory[event] = True
    return [delivery]


event_fault(
    "EVT-11.lot12-once-for-an-address",
    "Of two subscriptions with the same address only one is served.",
    _once_for_an_address,
    hidden="some values",
    origin=Origin.blind,
)


async def _noting_completions(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and "holdId" in body_of(call):
        relay.memory[answer.json()["data"]["id"]] = True
    return answer


event_fault(
    "EVT-03.lot12-silent-after-a-hold",
    "A booking that completes a hold sends no booking.confirmed.",
    lambda delivery, memory: (
        [] if kind_of(delivery) == CONFIRMED and event_of(delivery)["data"].get("id") in memory else [delivery]
    ),
    operations="createBooking",
    handle=_noting_completions,
    hidden="one of two ways",
    origin=Origin.blind,
)
