"""Blind faults of the thirty-ninth lot: webhook subscriptions and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


# A plain fault.
@mutant(
    "WHK-03.lot39-old-description",
    "A change of a subscription does not change its description.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _old_description(call: Call) -> Answer:
    body = sent(call)
    if not isinstance(body.get("description"), str):
        return await call.forward()
    rest = {name: value for name, value in body.items() if name != "description"}
    if not rest:
        found = await subscriptions_of(aside(call))
        rest = {kept["id"]: {"events": kept["events"]} for kept in found}.get(call.path_params["id"], body)
    return await call.with_json(rest).forward()


# Faults under a condition.
async def _address_of(call: Call, relay: Relay) -> str:
    """The true address of the subscription that the call is about."""
    listing = replace(
        aside(call), method="GET", path="/webhooks", query_string="pageSize=100", body=b"", operation="listWebhooks"
    )
    answer = await relay.webhooks(listing)
    found = answer.json()["data"] if answer.ok else []
    return next((str(kept["url"]) for kept in found if kept["id"] == call.path_params["id"]), "")


async def _remember_the_move(call: Call, relay: Relay) -> Answer:
    memory = relay.memory
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            memory["count"] = memory.get("count", 0) + 1
            memory[data_of(answer)["id"]] = memory["count"]
        return answer
    moves = call.operation == "updateWebhook" and "url" in sent(call)
    old = await _address_of(call, relay) if moves else ""
    answer = await relay.webhooks(call)
    new = data_of(answer).get("url")
    if moves and old and answer.ok and new != old:
        memory[f"{call.api_key} {new}"] = old, memory.get("count", 0)
    return answer


def _as_when_it_was_booked(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booked = memory.get(str(event_of(delivery)["data"].get("id")))
    old, moved = memory.get(f"{delivery.api_key} {delivery.url}", ("", 0))
    return [replace(delivery, url=old) if old and booked is not None and booked <= moved else delivery]


event_fault(
    "EVT-09.lot39-address-of-the-booking",
    "Events of a booking that is older than a change of the url still go to the old url.",
    _as_when_it_was_booked,
    operations="createBooking",
    handle=_remember_the_move,
    hidden="after another operation",
    origin=Origin.blind,
)


def _one_a_second(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED:
        return [delivery]
    event = event_of(delivery)
    moment = f"{delivery.api_key} {delivery.url} {event['timestamp']}"
    return [delivery] if memory.setdefault(moment, event["data"]["id"]) == event["data"]["id"] else []


event_fault(
    "EVT-01.lot39-one-a-second",
    "Of the cancellations of one second, a subscriber hears of one only.",
    _one_a_second,
    hidden="after another operation",
    origin=Origin.blind,
)
