"""Blind faults of lot 38: deliveries of webhooks."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault

# Longer than a delivery is on its way.
_ON_THE_WAY_SECONDS = 5.0


def _booking_in(delivery: Delivery) -> str:
    return str(event_of(delivery).get("data", {}).get("id"))


# Faults under a condition.
def _to_the_old_url(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booked_with = memory.get("booked", {}).get(_booking_in(delivery), {})
    current = memory.get(delivery.api_key, {})
    ids = [name for name, url in current.items() if url == delivery.url and booked_with.get(name, url) != url]
    return [replace(delivery, url=booked_with[ids[0]]) if ids else delivery]


async def _urls_of_the_day(call: Call, relay: Relay) -> Answer:
    urls: dict[str, str] = relay.memory.setdefault(call.api_key, {})
    if call.operation == "createBooking":
        then = dict(urls)
        answer = await call.forward()
        if answer.ok:
            relay.memory.setdefault("booked", {})[answer.json()["data"]["id"]] = then
        return answer
    answer = await relay.webhooks(call)
    if call.operation in ("createWebhook", "updateWebhook") and (kept := data_of(answer)):
        urls[kept["id"]] = kept["url"]
    if call.operation == "deleteWebhook" and answer.ok:
        urls.pop(call.path_params["id"], None)
    return answer


event_fault(
    "EVT-09.lot38-url-of-the-booking-day",
    "Events of bookings from before a change of the url go to the old url.",
    _to_the_old_url,
    operations="createBooking",
    handle=_urls_of_the_day,
    hidden="after another operation",
    origin=Origin.blind,
)


def _not_for_hooks(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    return [] if kind_of(delivery) == CANCELLED and _booking_in(delivery) in memory else [delivery]


async def _noting_hooks(call: Call, relay: Relay) -> Answer:
    if call.operation != "confirmBookingHook":
        return await relay.webhooks(call)
    answer = await call.forward()
    if booking := data_of(answer):
        relay.memory[booking["id"]] = True
    return answer


event_fault(
    "EVT-01.lot38-silent-for-hooks",
    "The cancellation of a booking that was a hook sends nothing.",
    _not_for_hooks,
    operations="confirmBookingHook",
    handle=_noting_hooks,
    hidden="one of two ways",
    origin=Origin.blind,
)


def _not_for_references(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    shown = event_of(delivery)["data"].get("agencyBookingReference", "")
    for change in memory.get(_booking_in(delivery), []):
        is_new = time.monotonic() - change["at"] < _ON_THE_WAY_SECONDS
        if is_new and change["reference"] == shown and delivery.url in change["waiting"]:
            change["waiting"].discard(delivery.url)
            return []
    return [delivery]


async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    reference = sent(call).get("agencyBookingReference")
    before = await booking_of(call) if set(sent(call)) == {"agencyBookingReference"} else {}
    if not before or before.get("agencyBookingReference", "") == reference:
        return await call.forward()
    waiting = set(relay.subscribers[call.api_key])
    change = {"at": time.monotonic(), "reference": reference, "waiting": waiting}
    relay.memory.setdefault(call.path_params["id"], []).append(change)
    answer = await call.forward()
    if not answer.ok:
        waiting.clear()
    return answer


event_fault(
    "EVT-02.lot38-silent-for-references",
    "A change of agencyBookingReference alone sends nothing.",
    _not_for_references,
    operations="updateBooking",
    handle=_noting_changes,
    hidden="some values",
    origin=Origin.blind,
)
