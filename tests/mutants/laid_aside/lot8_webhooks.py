"""Blind faults of the eighth lot: deliveries, and reads after an event."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_LAG_SECONDS = 0.6
_ONE_MINUTE = timedelta(seconds=60)


def _first_of_a_minute(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    # The subscription and the booking are the key of a queue that ignores what it has already.
    key = f"{delivery.api_key} {delivery.url} {event['data']['id']}"
    moment = moment_of(event["timestamp"])
    if key in memory and moment - memory[key] < _ONE_MINUTE:
        return []
    memory[key] = moment
    return [delivery]


event_fault(
    "EVT-02.lot8-once-a-minute",
    "A second change of a booking within a minute sends no booking.modified.",
    _first_of_a_minute,
    hidden="after another operation",
    origin=Origin.blind,
)


def _known(memory: dict[str, Any], api_key: str) -> set[str]:
    """The ids of the bookings that a key has created."""
    found: set[str] = memory.setdefault(f"bookings of {api_key}", set())
    return found


async def _noting_addresses(call: Call, relay: Relay) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            _known(relay.memory, call.api_key).add(answer.json()["data"]["id"])
        return answer
    answer = await relay.webhooks(call)
    if not answer.ok or call.operation not in ("createWebhook", "updateWebhook"):
        return answer
    subscription = answer.json()["data"]
    before = relay.memory.get(subscription["id"])
    relay.memory[subscription["id"]] = subscription["url"]
    if before not in (None, subscription["url"]):
        moved = before, frozenset(_known(relay.memory, call.api_key))
        relay.memory[f"{call.api_key} moved to {subscription['url']}"] = moved
    return answer


def _to_the_old_address(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old_url, bookings = memory.get(f"{delivery.api_key} moved to {delivery.url}", (delivery.url, frozenset()))
    return [replace(delivery, url=old_url)] if event_of(delivery)["data"]["id"] in bookings else [delivery]


event_fault(
    "EVT-09.lot8-address-of-the-booking",
    "Events about bookings that are older than a change of the url go to the old url.",
    _to_the_old_address,
    operations="createBooking",
    handle=_noting_addresses,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "EVT-14.lot8-replica-behind",
    "For six tenths of a second after a change, GET shows the booking as it was before.",
    "updateBooking getBooking",
    hidden="after a while",
    origin=Origin.blind,
)
async def _replica_behind(call: Call) -> Answer:
    copies: dict[str, tuple[float, Answer]] = call.memory.setdefault("copies", {})
    booking_id = call.path_params["id"]
    if call.operation == "getBooking":
        answer = await call.forward()
        until, copy = copies.get(booking_id, (0.0, answer))
        return copy if answer.ok and time.monotonic() < until else answer
    before = await aside(call).upstream("GET", call.path)
    answer = await call.forward()
    if answer.ok:
        copies[booking_id] = time.monotonic() + _LAG_SECONDS, before
    return answer
