"""Blind faults of the forty-ninth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_SERVED_SUBSCRIPTIONS = 3
_CHANGES = "updateBooking cancelBooking"


def _anonymous(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery without anything that names the booking."""
    event = event_of(delivery)
    unnamed = {name: value for name, value in event["data"].items() if name not in ("id", "bookingReference")}
    return [replace(delivery, body=write_json(event | {"data": unnamed}))]


event_fault(
    "EVT-07.lot49-which-booking",
    "A delivery names neither the id nor the reference of its booking.",
    _anonymous,
    origin=Origin.blind,
)


async def _numbered(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    addresses: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    if call.operation == "deleteWebhook" and answer.ok:
        addresses.pop(call.path_params["id"], None)
    if call.operation in ("createWebhook", "updateWebhook") and (subscription := data_of(answer)):
        addresses[subscription["id"]] = subscription["url"]
    return answer


def _to_the_first_few(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    addresses = list(memory.get(delivery.api_key, {}).values())
    return [] if delivery.url in addresses[_SERVED_SUBSCRIPTIONS:] else [delivery]


event_fault(
    "EVT-11.lot49-only-three-served",
    "An agency with more than three subscriptions gets the event at its oldest three alone.",
    _to_the_first_few,
    handle=_numbered,
    hidden="some values",
    origin=Origin.blind,
)


async def _quiet_change(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    # The delivery may arrive before the answer.
    relay.memory[call.path_params["id"]] = set(sent(call)) == {"agencyBookingReference"}
    return await call.forward()


def _unless_quiet(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_quiet = kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"])
    return [] if is_quiet else [delivery]


event_fault(
    "EVT-02.lot49-new-reference-untold",
    "A change of the agency's reference alone sends no booking.modified.",
    _unless_quiet,
    operations="updateBooking",
    handle=_quiet_change,
    hidden="some values",
    origin=Origin.blind,
)


async def _changed_before(call: Call, relay: Relay) -> Answer:
    changed: dict[str, bool] = call.memory.setdefault("changed", {})
    if call.operation == "updateBooking":
        answer = await call.forward()
        changed[call.path_params["id"]] = answer.ok or changed.get(call.path_params["id"], False)
        return answer
    if call.operation == "cancelBooking":
        before = await booking_of(call)
        relay.memory[call.path_params["id"]] = before.get("status") == "pending" and changed.get(before["id"], False)
        return await call.forward()
    return await relay.webhooks(call)


def _unless_pending(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_lost = kind_of(delivery) == CANCELLED and memory.get(event_of(delivery)["data"]["id"])
    return [] if is_lost else [delivery]


event_fault(
    "EVT-01.lot49-changed-request-dropped",
    "The cancellation of a pending booking that was changed before sends no booking.cancelled.",
    _unless_pending,
    operations=_CHANGES,
    handle=_changed_before,
    hidden="after another operation",
    origin=Origin.blind,
)
