"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of, overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_QUIET = timedelta(seconds=60)
Memory = dict[str, Any]


# A plain fault.
@mutant(
    "WHK-03.lot31-description",
    "A change of a subscription leaves its description as it was.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _description(call: Call) -> Answer:
    body = sent(call)
    if "description" not in body:
        return await call.forward()
    rest = {name: value for name, value in body.items() if name != "description"}
    known = next((item for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]), None)
    if known is None:
        return await call.forward()
    return await call.with_json(rest or {"events": known["events"]}).forward()


# Faults under a condition.
def _only_the_first(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    about = f"{delivery.url}|{event_of(delivery)['data']['id']}"
    at = moment_of(event_of(delivery)["timestamp"])
    before = memory.get(about)
    memory[about] = at
    return [] if before and at - before < _QUIET else [delivery]


event_fault(
    "EVT-02.lot31-second-change",
    "A second change of a booking within a minute sends no event.",
    _only_the_first,
    hidden="after another operation",
    origin=Origin.blind,
)


def _to_the_old_url(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    about = event_of(delivery)["data"]["id"]
    for move in memory.get(f"moves|{delivery.api_key}", []):
        if move["new"] == delivery.url and about in move["bookings"]:
            return [replace(delivery, url=move["old"])]
    return [delivery]


async def _noting_moves(call: Call, relay: Relay) -> Answer:
    bookings: set[str] = relay.memory.setdefault(f"bookings|{call.api_key}", set())
    urls: dict[str, str] = relay.memory.setdefault(f"urls|{call.api_key}", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        bookings |= {data_of(answer)["id"]} if answer.ok else set()
        return answer
    answer = await relay.webhooks(call)
    if not answer.ok or "url" not in sent(call):
        return answer
    subscription, url = data_of(answer)["id"], sent(call)["url"]
    old = urls.get(subscription, url)
    if old != url:
        move = {"old": old, "new": url, "bookings": set(bookings)}
        relay.memory.setdefault(f"moves|{call.api_key}", []).append(move)
    urls[subscription] = url
    return answer


event_fault(
    "EVT-09.lot31-bookings-from-before",
    "Events of bookings made before the url of a subscription changed go to the old url.",
    _to_the_old_url,
    operations="createBooking",
    handle=_noting_moves,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _never_narrowed(call: Call, relay: Relay) -> Answer:
    kinds: dict[str, list[str]] = call.memory.setdefault("kinds", {})
    wanted = sent(call).get("events")
    before = kinds.get(call.path_params.get("id", ""), [])
    if call.operation != "updateWebhook" or not isinstance(wanted, list):
        answer = await relay.webhooks(call)
        if call.operation == "createWebhook" and answer.ok:
            kinds[data_of(answer)["id"]] = list(data_of(answer)["events"])
        return overlaid_webhooks(call, answer)
    every = [*wanted, *(kind for kind in before if kind not in wanted)]
    answer = await relay.webhooks(call, lambda body: body | {"events": every})
    if answer.ok:
        kinds[call.path_params["id"]] = every
        pretended(call).pop(call.path_params["id"], None)
        pretend(call, call.path_params["id"], events=wanted)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot31-narrowed",
    "A kind of event that a change took out of a subscription is still delivered.",
    handle=_never_narrowed,
    hidden="after another operation",
    origin=Origin.blind,
)


def _not_the_changed(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    return [] if kind_of(delivery) == CONFIRMED and event_of(delivery)["data"]["id"] in memory else [delivery]


async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if data_of(answer).get("status") == "pending":
        relay.memory[data_of(answer)["id"]] = True
    return answer


event_fault(
    "EVT-04.lot31-changed-while-pending",
    "The confirmation by the course sends no event when the booking was changed while it was pending.",
    _not_the_changed,
    operations="updateBooking",
    handle=_noting_changes,
    hidden="after another operation",
    origin=Origin.blind,
)
