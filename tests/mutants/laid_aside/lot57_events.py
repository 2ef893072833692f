"""Blind faults of the fifty-seventh lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, request_change
from tests.mutants.tools.relays import Delivery, Relay, event_fault

request_change(
    "WHK-07.lot57-all-kinds",
    "A subscription without events is accepted and gets all kinds.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"events": [CONFIRMED, CANCELLED, MODIFIED]}),
    when=lambda call: "url" in sent(call) and "events" not in sent(call),
    origin=Origin.blind,
)


async def _changed(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    body, before = sent(call), await booking_of(call)
    emptied = any(before.get(name) for name in body) and not any(body.values())
    silent: dict[str, int] = relay.memory.setdefault("silent", {})
    booking_id = call.path_params["id"]
    if emptied:
        silent[booking_id] = silent.get(booking_id, 0) + 1
    answer = await call.forward()
    if emptied and not answer.ok:
        silent[booking_id] -= 1
    return answer


def _without_emptied(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    silent: dict[str, int] = memory.get("silent", {})
    dropped: dict[tuple[str, str], int] = memory.setdefault("dropped", {})
    booking_id = event_of(delivery)["data"]["id"]
    count = dropped.get((booking_id, delivery.url), 0)
    if kind_of(delivery) != MODIFIED or silent.get(booking_id, 0) <= count:
        return [delivery]
    dropped[booking_id, delivery.url] = count + 1
    return []


event_fault(
    "EVT-02.lot57-emptied-text",
    "A change that only empties texts sends no booking.modified.",
    _without_emptied,
    operations="updateBooking",
    handle=_changed,
    hidden="some values",
    origin=Origin.blind,
)


async def _noting_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if data_of(answer).get("status") == "pending":
        relay.memory.setdefault("pending", set()).add(data_of(answer)["id"])
    return answer


def _to_the_first(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking_id = event_of(delivery)["data"]["id"]
    if kind_of(delivery) != CONFIRMED or booking_id not in memory.get("pending", ()):
        return [delivery]
    first: dict[str, str] = memory.setdefault("first", {})
    return [delivery] if first.setdefault(booking_id, delivery.url) == delivery.url else []


event_fault(
    "EVT-11.lot57-confirmed-by-the-course",
    "When the course confirms a booking, only a single subscription of the agency gets the event.",
    _to_the_first,
    operations="createBooking",
    handle=_noting_pending,
    hidden="after another operation",
    origin=Origin.blind,
)
