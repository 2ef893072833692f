"""Blind faults of webhooks and of their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_WITHIN_SECONDS = 60


# A plain fault.
@mutant(
    "WHK-03.lot28-first-description",
    "A change of a subscription never changes its description.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _first_description(call: Call) -> Answer:
    body = sent(call)
    if "description" not in body:
        return await call.forward()
    kept = next((own for own in await subscriptions_of(call) if own["id"] == call.path_params["id"]), {})
    rest = {name: value for name, value in body.items() if name != "description"}
    if kept.get("description") is not None:
        rest["description"] = kept["description"]
    return await call.with_json(rest or {"isActive": kept.get("isActive", True)}).forward()


# Faults under a condition.
def _once_for_each_place(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Nothing for an address that differs only in its query from one that got the event."""
    event = event_of(delivery)
    path = delivery.url.partition("?")[0]
    place = "|".join([delivery.api_key, path, event["type"], event["timestamp"], event["data"]["id"]])
    return [delivery] if memory.setdefault(place, delivery.url) == delivery.url else []


event_fault(
    "EVT-11.lot28-addresses-without-their-query",
    "Of two subscriptions whose addresses differ only in the query string, only one gets an event.",
    _once_for_each_place,
    hidden="some values",
    origin=Origin.blind,
)


def _no_second_change(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Nothing for a change that follows another change of the same booking within a minute."""
    event = event_of(delivery)
    if event["type"] != MODIFIED:
        return [delivery]
    changed = "|".join([delivery.api_key, delivery.url, event["data"]["id"]])
    number = dict(delivery.headers).get("webhook-id", delivery.text)
    first, at = memory.setdefault(changed, (number, event["timestamp"]))
    if first == number:
        return [delivery]
    if (moment_of(event["timestamp"]) - moment_of(at)).total_seconds() < _WITHIN_SECONDS:
        return []
    memory[changed] = (number, event["timestamp"])
    return [delivery]


event_fault(
    "EVT-02.lot28-two-changes-in-a-minute",
    "A second change of a booking within a minute sends no booking.modified.",
    _no_second_change,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_who_subscribed(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    booking = data_of(answer)
    if booking.get("status") == "pending":
        relay.memory[f"{call.api_key}|{booking['id']}"] = frozenset(relay.subscribers[call.api_key])
    return answer


def _to_the_first_subscribers(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Nothing for a confirmation whose booking is older than the subscription."""
    known = memory.get(f"{delivery.api_key}|{event_of(delivery)['data']['id']}")
    return [] if kind_of(delivery) == CONFIRMED and known is not None and delivery.url not in known else [delivery]


event_fault(
    "EVT-04.lot28-subscribed-after-the-request",
    "A confirmation by the course goes only to subscriptions that were there when the booking was made.",
    _to_the_first_subscribers,
    operations="createBooking",
    handle=_noting_who_subscribed,
    hidden="after another operation",
    origin=Origin.blind,
)
