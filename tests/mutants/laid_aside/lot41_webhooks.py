"""Blind faults of the forty-first lot: webhooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_CHANGEABLE = ("url", "events", "description", "isActive")


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that a call is about, as the sandbox has it; empty when there is none."""
    known = await subscriptions_of(aside(call))
    return next((dict(item) for item in known if item["id"] == call.path_params["id"]), {})


@mutant(
    "WHK-03.lot41-update-not-stored",
    "An update of a subscription is accepted and changes nothing.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _update_not_stored(call: Call) -> Answer:
    before = await _subscription(call)
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    own = {"description": ""} | {name: before[name] for name in _CHANGEABLE if name in before}
    await aside(call).upstream("PUT", call.path, json=own)
    return answer.with_json({"data": before})


async def _kinds_merged(call: Call, relay: Relay) -> Answer:
    wanted = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(wanted, list):
        return overlaid_webhooks(call, await relay.webhooks(call))
    before = (await _subscription(call)).get("events", [])
    merged = [*wanted, *(kind for kind in before if kind not in wanted)]
    answer = await relay.webhooks(call, lambda body: body | {"events": merged})
    if answer.ok:
        pretend(call, call.path_params["id"], events=wanted)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot41-removed-kinds-still-sent",
    "After an update that takes a kind of event off a subscription, this kind is still delivered.",
    handle=_kinds_merged,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _held_and_changed(call: Call, relay: Relay) -> Answer:
    if call.operation not in ("createBooking", "updateBooking"):
        return await relay.webhooks(call)
    answer = await call.forward()
    booking_id = data_of(answer).get("id")
    if booking_id and call.operation == "createBooking" and sent(call).get("holdId"):
        relay.memory[booking_id] = "held"
    elif booking_id in relay.memory and call.operation == "updateBooking":
        relay.memory[booking_id] = "changed"
    return answer


def _without_cancelled(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    unsent = kind_of(delivery) == CANCELLED and memory.get(event_of(delivery)["data"]["id"]) == "changed"
    return [] if unsent else [delivery]


event_fault(
    "EVT-01.lot41-held-changed-cancelled",
    "The cancellation of a booking that completed a hold and was changed later sends no booking.cancelled.",
    _without_cancelled,
    operations="createBooking updateBooking",
    handle=_held_and_changed,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _bookings_keep_their_address(call: Call, relay: Relay) -> Answer:
    booked: list[str] = relay.memory.setdefault(f"booked {call.api_key}", [])
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            booked.append(data_of(answer)["id"])
        return answer
    answer = await relay.webhooks(call)
    urls: dict[str, str] = relay.memory.setdefault("urls", {})
    if not answer.ok or call.operation not in ("createWebhook", "updateWebhook"):
        return answer
    subscription = data_of(answer)
    new = str(subscription["url"])
    old = urls.get(str(subscription["id"]), new)
    urls[subscription["id"]] = new
    if old != new:
        moves: dict[str, str] = relay.memory.setdefault(f"{call.api_key} to {new}", {})
        for booking_id in tuple(booked):
            moves[booking_id] = old
    return answer


def _to_the_address_of_old(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    moves = memory.get(f"{delivery.api_key} to {delivery.url}", {})
    return [replace(delivery, url=moves.get(event_of(delivery)["data"]["id"], delivery.url))]


event_fault(
    "EVT-09.lot41-bookings-keep-their-address",
    "After a change of the url, events of bookings that were made before it still go to the old url.",
    _to_the_address_of_old,
    operations="createBooking",
    handle=_bookings_keep_their_address,
    hidden="after another operation",
    origin=Origin.blind,
)
