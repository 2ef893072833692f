"""Blind faults of the forty-sixth lot: webhooks and events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_NAMES_A_BOOKING = ("id", "bookingReference", "agencyBookingReference")


def _nameless(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    event["data"] = {name: value for name, value in event["data"].items() if name not in _NAMES_A_BOOKING}
    return [replace(delivery, body=json.dumps(event, separators=(",", ":")).encode())]


event_fault(
    "EVT-07.lot46-booking-not-named",
    "A delivery has the kind, the status and the course, and nothing that names the booking.",
    _nameless,
    origin=Origin.blind,
)


def _once_for_a_host(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    key = f"{delivery.api_key} {urlsplit(delivery.url).hostname} {delivery.text}"
    return [delivery] if memory.setdefault(key, delivery.url) == delivery.url else []


event_fault(
    "EVT-11.lot46-only-to-a-host-once",
    "Of several subscriptions with addresses on the same host, only the first gets an event.",
    _once_for_a_host,
    hidden="some values",
    origin=Origin.blind,
)


def _unless_noted(kind: str) -> Any:
    def change(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
        is_quiet = kind_of(delivery) == kind and memory.get(event_of(delivery)["data"]["id"])
        return [] if is_quiet else [delivery]

    return change


async def _changed_while_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and answer.json()["data"]["status"] == "pending":
        relay.memory[answer.json()["data"]["id"]] = True
    return answer


event_fault(
    "EVT-04.lot46-silent-after-a-change-while-pending",
    "When a booking was changed while the course had not answered, the confirmation by the course sends no event.",
    _unless_noted(CONFIRMED),
    operations="updateBooking",
    handle=_changed_while_pending,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _texts_while_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before = await booking_of(call)
    if before:
        has_same_party = sent(call).get("players", before["players"]) == before["players"]
        relay.memory[before["id"]] = before["status"] == "pending" and has_same_party
    return await call.forward()


event_fault(
    "EVT-02.lot46-texts-of-pending-bookings",
    "A change of texts alone sends no event while the booking is pending.",
    _unless_noted(MODIFIED),
    operations="updateBooking",
    handle=_texts_while_pending,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "WHK-03.lot46-kinds-are-only-added",
    "A change of a subscription adds kinds of events and never takes any away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _only_added(call: Call) -> Answer:
    body, webhook_id = sent(call), call.path_params["id"]
    before = next((item for item in await subscriptions_of(call) if item["id"] == webhook_id), None)
    wanted = body.get("events")
    if before is None or not wanted or not isinstance(wanted, list):
        return await call.forward()
    dropped = [kind for kind in before["events"] if kind not in wanted]
    return await call.with_json(body | {"events": [*wanted, *dropped]}).forward()
