"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


# A plain fault.
@mutant(
    "WHK-03.lot18-description-stays",
    "A change of the description of a subscription is accepted and does nothing.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _description_stays(call: Call) -> Answer:
    body = sent(call)
    found = [item for item in await subscriptions_of(aside(call)) if item["id"] == call.path_params["id"]]
    if "description" not in body or not found:
        return await call.forward()
    rest = {name: value for name, value in body.items() if name != "description"}
    return await call.with_json(rest or {"events": found[0]["events"]}).forward()


# Faults under a condition.
async def _noting_moves(call: Call, relay: Relay) -> Answer:
    known: dict[str, Any] = relay.memory.setdefault(call.api_key, {"urls": {}, "moved": {}, "bookings": set()})
    if call.operation == "createBooking":
        answer = await call.forward()
        known["bookings"] |= {booking["id"] for booking in [data_of(answer)] if booking}
        return answer
    answer = await relay.webhooks(call)
    subscription = data_of(answer) if call.operation in ("createWebhook", "updateWebhook") else {}
    if subscription:
        before = known["urls"].get(subscription["id"], subscription["url"])
        known["urls"][subscription["id"]] = subscription["url"]
        if before != subscription["url"]:
            known["moved"][subscription["url"]] = (before, frozenset(known["bookings"]))
    return answer


def _to_the_old_url(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    before, bookings = memory.get(delivery.api_key, {"moved": {}})["moved"].get(delivery.url, ("", ()))
    return [replace(delivery, url=before) if event_of(delivery)["data"]["id"] in bookings else delivery]


event_fault(
    "EVT-09.lot18-older-bookings",
    "Events of bookings that are older than a change of the url go to the old url.",
    _to_the_old_url,
    operations="createBooking",
    handle=_noting_moves,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _forgetting_kinds(call: Call, relay: Relay) -> Answer:
    # What each subscription is said to want, where that is no longer true.
    said: dict[str, list[str]] = call.memory.setdefault("said", {})
    answer = await relay.webhooks(call)
    if not answer.ok or not answer.body:
        return answer
    body = answer.json()
    if call.operation == "updateWebhook":
        subscription, asked = body["data"], sent(call)
        if "events" in asked:
            said.pop(subscription["id"], None)
        elif "url" in asked:
            said.setdefault(subscription["id"], subscription["events"])
            await aside(call).upstream("PUT", call.path, json={"events": [CONFIRMED, CANCELLED, MODIFIED]})
    for item in body["data"] if isinstance(body["data"], list) else [body["data"]]:
        item["events"] = said.get(item["id"], item["events"])
    return answer.with_json(body)


event_fault(
    "EVT-05.lot18-url-alone",
    "After a change of the url alone, a subscription gets events of every kind.",
    operations="",
    handle=_forgetting_kinds,
    hidden="after another operation",
    origin=Origin.blind,
)
