"""Blind faults of subscriptions and deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import all_bookings, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_MEMBERS = ("url", "events", "isActive")


# A plain fault.
@mutant(
    "WHK-03.lot24-change-not-saved",
    "A change of a subscription answers with the new values and is not saved.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _change_not_saved(call: Call) -> Answer:
    mine = await subscriptions_of(aside(call))
    before = next((found for found in mine if found["id"] == call.path_params["id"]), None)
    answer = await call.forward()
    if answer.ok and before is not None:
        saved = {name: before[name] for name in _MEMBERS} | {"description": before.get("description", "")}
        await aside(call).upstream("PUT", call.path, json=saved)
    return answer


# Faults under a condition.
async def _note_older_bookings(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if call.operation == "createWebhook" and answer.ok:
        older = {booking["id"] for booking in await all_bookings(aside(call))}
        relay.memory[f"{call.api_key} {data_of(answer)['url']}"] = older
    return answer


def _without_older_bookings(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    older = memory.get(f"{delivery.api_key} {delivery.url}", ())
    is_lost = kind_of(delivery) == CANCELLED and event_of(delivery)["data"]["id"] in older
    return [] if is_lost else [delivery]


event_fault(
    "EVT-01.lot24-older-booking",
    "A subscription hears nothing of the cancellation of a booking that is older than the subscription.",
    _without_older_bookings,
    handle=_note_older_bookings,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _note_addresses(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if call.operation not in ("createWebhook", "updateWebhook") or not answer.ok:
        return answer
    addresses, redirected = relay.memory.setdefault("addresses", {}), relay.memory.setdefault("redirected", {})
    hook_id, url = data_of(answer)["id"], data_of(answer)["url"]
    before = addresses.get(hook_id, url)
    if before != url and before.partition("?")[0] == url.partition("?")[0]:
        redirected[f"{call.api_key} {url}"] = redirected.get(f"{call.api_key} {before}", before)
    elif "url" in sent(call):
        redirected.pop(f"{call.api_key} {url}", None)
    addresses[hook_id] = url
    return answer


def _to_the_old_address(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    url = memory.get("redirected", {}).get(f"{delivery.api_key} {delivery.url}", delivery.url)
    return [replace(delivery, url=url)]


event_fault(
    "EVT-09.lot24-new-query-only",
    "A change of the url that changes only its query keeps the deliveries at the old url.",
    _to_the_old_address,
    handle=_note_addresses,
    hidden="some values",
    origin=Origin.blind,
)


def _one_a_second(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    number = next((value for name, value in delivery.headers if name.lower() == "webhook-id"), "")
    moment = f"{delivery.api_key} {delivery.url} {event['data']['id']} {event['timestamp']}"
    return [delivery] if memory.setdefault(moment, number) == number else []


event_fault(
    "EVT-02.lot24-two-in-a-second",
    "Of two changes of a booking within the same second only the first is sent.",
    _one_a_second,
    hidden="after another operation",
    origin=Origin.blind,
)
