"""Blind faults of the sixty-third lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault


def _is_marked(delivery: Delivery, kind: str, memory: dict[str, Any]) -> bool:
    return kind_of(delivery) == kind and bool(memory.get(event_of(delivery)["data"]["id"]))


async def _marking_texts(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    booking_id = call.path_params["id"]
    before = relay.memory.get(booking_id, False)
    # The delivery may be here before the answer is.
    relay.memory[booking_id] = "players" not in sent(call)
    answer = await call.forward()
    if not answer.ok:
        relay.memory[booking_id] = before
    return answer


event_fault(
    "EVT-02.lot63-texts-alone",
    "A change of a booking that leaves the players out sends no booking.modified.",
    lambda delivery, memory: [] if _is_marked(delivery, MODIFIED, memory) else [delivery],
    operations="updateBooking",
    handle=_marking_texts,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _marking_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        booking = answer.json()["data"]
        relay.memory[booking["id"]] = booking["status"] == "pending"
    return answer


event_fault(
    "EVT-04.lot63-course-says-yes",
    "The confirmation by the course sends no booking.confirmed.",
    lambda delivery, memory: [] if _is_marked(delivery, CONFIRMED, memory) else [delivery],
    operations="createBooking",
    handle=_marking_pending,
    origin=Origin.blind,
)


async def _url_of(call: Call, relay: Relay) -> str:
    """The address of the subscription that the call changes, empty when there is none."""
    read = replace(call, method="GET", path="/webhooks", query_string="pageSize=100", body=b"")
    listed = await relay.webhooks(read)
    found = listed.json()["data"] if listed.ok else []
    return next((str(item["url"]) for item in found if item["id"] == call.path_params["id"]), "")


async def _moving(call: Call, relay: Relay) -> Answer:
    body = sent(call)
    if call.operation != "updateWebhook" or "url" not in body or "events" in body:
        return await relay.webhooks(call)
    old = await _url_of(call, relay)
    answer = await relay.webhooks(call)
    if answer.ok and old != body["url"] and (call.api_key, old) in relay.memory.get("served", set()):
        relay.memory.setdefault("moved", {})[call.api_key, body["url"]] = old
    return answer


def _to_where_it_was(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    place = delivery.api_key, delivery.url
    if place in memory.get("moved", {}):
        return [replace(delivery, url=memory["moved"][place])]
    memory.setdefault("served", set()).add(place)
    return [delivery]


event_fault(
    "EVT-09.lot63-url-alone",
    "After a change of the url alone, deliveries of a subscription that was in use go on to the old url.",
    _to_where_it_was,
    handle=_moving,
    hidden="after another operation",
    origin=Origin.blind,
)
