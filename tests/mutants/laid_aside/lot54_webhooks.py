"""Blind faults of the fifty-fourth lot: webhooks and events."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_MOST_RECEIVERS = 2
_UNDER_WAY_SECONDS = 0.4
_NAMES_OF_A_BOOKING = frozenset(["id", "bookingReference", "agencyBookingReference"])


def _nameless(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    event["data"] = {name: value for name, value in event["data"].items() if name not in _NAMES_OF_A_BOOKING}
    return [replace(delivery, body=write_json(event))]


event_fault(
    "EVT-07.lot54-nameless-booking",
    "Deliveries have neither the id nor a reference of the booking.",
    _nameless,
    origin=Origin.blind,
)


async def _note_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "cancelBooking":
        return await relay.webhooks(call)
    unsent: set[str] = relay.memory.setdefault("unsent", set())
    before = await booking_of(call)
    if before.get("status") == "pending":
        unsent.add(before["id"])
    answer = await call.forward()
    if not answer.ok:
        unsent.discard(call.path_params["id"])
    return answer


def _without_pending(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_unsent = kind_of(delivery) == CANCELLED and event_of(delivery)["data"]["id"] in memory.get("unsent", ())
    return [] if is_unsent else [delivery]


event_fault(
    "EVT-01.lot54-pending-cancelled-in-silence",
    "The cancellation of a booking that is still pending sends no booking.cancelled.",
    _without_pending,
    operations="cancelBooking",
    handle=_note_pending,
    hidden="some values",
    origin=Origin.blind,
)


def _two_receivers(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    place = delivery.api_key, event["type"], event["data"]["id"], event["timestamp"]
    events: dict[tuple[str, ...], set[str]] = memory.setdefault("events", {})
    receivers = events.setdefault(place, set())
    if delivery.url not in receivers and len(receivers) >= _MOST_RECEIVERS:
        return []
    receivers.add(delivery.url)
    return [delivery]


event_fault(
    "EVT-11.lot54-two-receivers",
    "An event reaches at most two of the subscriptions of an agency that match it.",
    _two_receivers,
    hidden="some values",
    origin=Origin.blind,
)


async def _note_addresses(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if not answer.ok or call.operation not in ("createWebhook", "updateWebhook"):
        return answer
    known: dict[str, Any] = relay.memory.setdefault("known", {})
    routes: dict[tuple[str, str], Any] = relay.memory.setdefault("routes", {})
    now = answer.json()["data"]
    before = known.get(now["id"])
    if before and now["url"] != before["url"]:
        routes.pop((call.api_key, now["url"]), None)
        if "events" in sent(call):
            routes[call.api_key, now["url"]] = (before["url"], before["events"])
    known[now["id"]] = now
    return answer


def _by_old_route(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old, kinds = memory.get("routes", {}).get((delivery.api_key, delivery.url), (delivery.url, ()))
    return [replace(delivery, url=old)] if kind_of(delivery) in kinds else [delivery]


event_fault(
    "EVT-09.lot54-known-kinds-to-the-old-url",
    "After a change of the url together with the events, the kinds that were subscribed before go to the old url.",
    _by_old_route,
    handle=_note_addresses,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _note_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    changes: Counter[str] = relay.memory.setdefault("changes", Counter())
    silent: set[str] = relay.memory.setdefault("silent", set())
    booking_id = call.path_params["id"]
    if changes[booking_id] and set(sent(call)) == {"agencyBookingReference"}:
        # The delivery of the change before may still be under way.
        await asyncio.sleep(_UNDER_WAY_SECONDS)
        silent.add(booking_id)
    else:
        silent.discard(booking_id)
    answer = await call.forward()
    changes[booking_id] += answer.ok
    return answer


def _without_silent(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_silent = kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory.get("silent", ())
    return [] if is_silent else [delivery]


event_fault(
    "EVT-02.lot54-later-reference-in-silence",
    "A second or later change that touches the agencyBookingReference alone sends no booking.modified.",
    _without_silent,
    operations="updateBooking",
    handle=_note_changes,
    hidden="after another operation",
    origin=Origin.blind,
)
