"""Blind faults of the sixtieth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_OF_A_BODY = frozenset(["content-type", "content-length"])


@mutant(
    "WHK-04.lot60-removal-without-effect",
    "The removal of a subscription is accepted and has no effect.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _removal_without_effect(call: Call) -> Answer:
    found = await subscriptions_of(aside(call))
    if all(subscription["id"] != call.path_params["id"] for subscription in found):
        return await call.forward()
    listed = await aside(call).upstream("GET", "/webhooks")
    return Answer(204, tuple(pair for pair in listed.headers if pair[0].lower() not in _OF_A_BODY), b"")


@mutant(
    "EVT-05.lot60-earlier-kinds-go-on",
    "After a change of its events a subscription still receives the kinds that it had before.",
    "updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _earlier_kinds_go_on(call: Call) -> Answer:
    events: Any = sent(call).get("events")
    if call.operation != "updateWebhook" or not _is_a_choice(events):
        return overlaid_webhooks(call, await call.forward())
    found = await subscriptions_of(aside(call))
    subscription = next((known for known in found if known["id"] == call.path_params["id"]), None)
    earlier = [kind for kind in subscription["events"] if kind not in events] if subscription else []
    answer = await call.with_json(sent(call) | {"events": [*events, *earlier]}).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], events=events)
    return overlaid_webhooks(call, answer)


def _is_a_choice(events: Any) -> bool:
    texts = isinstance(events, list) and all(isinstance(kind, str) for kind in events)
    return texts and 0 < len(events) == len(set(events))


async def _noting_reference_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    relay.memory[call.path_params["id"]] = set(sent(call)) == {"agencyBookingReference"}
    return await call.forward()


def _unless_reference_alone(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    silent = kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"])
    return [] if silent else [delivery]


event_fault(
    "EVT-02.lot60-silent-reference-change",
    "A change of the agencyBookingReference alone sends no booking.modified.",
    _unless_reference_alone,
    operations="updateBooking",
    handle=_noting_reference_changes,
    hidden="some values",
    origin=Origin.blind,
)


async def _noting_subscriptions(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    urls: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    if not answer.ok:
        return answer
    if call.operation == "deleteWebhook":
        urls.pop(call.path_params["id"], None)
    elif call.operation != "listWebhooks":
        subscription = answer.json()["data"]
        urls[subscription["id"]] = subscription["url"]
    return answer


def _to_the_first_alone(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = list(memory.get(delivery.api_key, {}).values())
    is_later = bool(urls) and delivery.url != urls[0]
    return [] if kind_of(delivery) == CANCELLED and is_later else [delivery]


event_fault(
    "EVT-11.lot60-cancellation-to-the-first",
    "Of several subscriptions of an agency only the oldest receives booking.cancelled.",
    _to_the_first_alone,
    handle=_noting_subscriptions,
    hidden="some values",
    origin=Origin.blind,
)
