"""Blind faults of the fifty-fifth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, kind_of
from tests.mutants.parts.page_swaps import whole_list
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, paged, pretend
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


@mutant(
    "WHK-04.lot55-removed-but-listed",
    "A subscription that was removed is still listed.",
    "deleteWebhook listWebhooks",
    origin=Origin.blind,
)
async def _removed_but_listed(call: Call) -> Answer:
    removed: dict[str, Any] = call.memory.setdefault("removed", {})
    if call.operation == "deleteWebhook":
        before = {subscription["id"]: subscription for subscription in await subscriptions_of(aside(call))}
        answer = await call.forward()
        if answer.ok and call.path_params["id"] in before:
            removed[call.path_params["id"]] = before[call.path_params["id"]]
        return answer
    answer = await call.forward()
    if not answer.ok or not removed:
        return answer
    subscriptions = (await whole_list(call)).json()["data"] + list(removed.values())
    return paged(answer, sorted(subscriptions, key=lambda listed: str(listed["createdAt"]), reverse=True))


_SUBSCRIBING_KEYS = WorldMemory()


@mutant(
    "AUT-14.lot55-none-of-its-own",
    "An agency without subscriptions is shown those of another agency.",
    "createWebhook listWebhooks",
    hidden="another agency",
    origin=Origin.blind,
)
async def _none_of_its_own(call: Call) -> Answer:
    keys = _SUBSCRIBING_KEYS.of(call)
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createWebhook":
        keys[call.api_key] = True
        return answer
    if answer.json()["meta"]["pagination"]["totalItems"]:
        return answer
    for key in keys:
        others = await aside(call).upstream("GET", call.path, query=call.query, headers={"x-api-key": key})
        if others.ok and others.json()["data"]:
            return others
    return answer


_KINDS = frozenset([CONFIRMED, CANCELLED, MODIFIED])


@mutant(
    "WHK-06.lot55-one-known-kind-is-enough",
    "A change of a subscription accepts unknown event kinds beside a known one.",
    "updateWebhook listWebhooks",
    hidden="some values",
    origin=Origin.blind,
)
async def _one_known_kind_is_enough(call: Call) -> Answer:
    answer = overlaid_webhooks(call, await call.forward())
    kinds = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(kinds, list):
        return answer
    subscription_id = call.path_params["id"]
    if answer.ok:
        pretend(call, subscription_id, events=kinds)
        return overlaid_webhooks(call, answer)
    known = [kind for kind in kinds if kind in _KINDS]
    if not known or not all(isinstance(kind, str) for kind in kinds):
        return answer
    changed = await call.with_json(sent(call) | {"events": known}).forward()
    if not changed.ok:
        return answer
    pretend(call, subscription_id, events=kinds)
    return overlaid_webhooks(call, changed)


_MANY = 3


def _is_first_of_many(delivery: Delivery, memory: dict[str, Any]) -> bool:
    """Whether a delivery goes to the oldest of three subscriptions or more."""
    addresses = list(memory.get(delivery.api_key, {}).values())
    return len(addresses) >= _MANY and addresses[0] == delivery.url


def _without_the_first_of_many(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_lost = kind_of(delivery) == MODIFIED and _is_first_of_many(delivery, memory)
    return [] if is_lost else [delivery]


async def _keeping_addresses(call: Call, relay: Relay) -> Answer:
    addresses: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    answer = await relay.webhooks(call)
    if not answer.ok:
        return answer
    if call.operation == "deleteWebhook":
        addresses.pop(call.path_params["id"], None)
    elif call.operation in ("createWebhook", "updateWebhook"):
        addresses[data_of(answer)["id"]] = data_of(answer)["url"]
    return answer


event_fault(
    "EVT-11.lot55-oldest-of-three-misses-changes",
    "Of three or more subscriptions, the oldest gets no booking.modified.",
    _without_the_first_of_many,
    handle=_keeping_addresses,
    hidden="some values",
    origin=Origin.blind,
)
