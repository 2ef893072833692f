"""Blind faults of subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import all_bookings, data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_UNKNOWN = "/webhooks/whk_00000000"


# A plain fault.
@mutant(
    "WHK-09.lot29-nothing-deleted",
    "The removal of an unknown subscription is answered with 204.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _nothing_deleted(call: Call) -> Answer:
    answer = await call.forward()
    return Answer(204, (), b"") if answer.status == 404 else answer


# Faults under a condition.
async def _kinds_added(call: Call, relay: Relay) -> Answer:
    events = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(events, list):
        return overlaid_webhooks(call, await relay.webhooks(call))
    known = await subscriptions_of(aside(call))
    before: list[str] = next((item["events"] for item in known if item["id"] == call.path_params["id"]), [])
    every = [*events, *(kind for kind in before if kind not in events)]
    answer = await relay.webhooks(call, lambda body: body | {"events": every})
    if answer.ok:
        pretend(call, call.path_params["id"], events=events)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot29-kinds-only-added",
    "A kind that an update took out of events is still delivered.",
    handle=_kinds_added,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _counted(call: Call, relay: Relay) -> Answer:
    live: dict[str, dict[str, Any]] = relay.memory.setdefault(call.api_key, {})
    answer = await relay.webhooks(call)
    if answer.ok and call.operation == "deleteWebhook":
        live.pop(call.path_params["id"], None)
    elif answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        live[data_of(answer)["id"]] = data_of(answer)
    return answer


def _only_two(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    live = memory.get(delivery.api_key, {}).values()
    urls = [item["url"] for item in live if kind_of(delivery) in item["events"]]
    return [] if delivery.url in urls[2:] and delivery.url not in urls[:2] else [delivery]


event_fault(
    "EVT-11.lot29-third-subscription",
    "Of three subscriptions of an agency for a kind of event the third gets nothing.",
    _only_two,
    handle=_counted,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _published_before(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if code_of(answer) != "tee_time_unavailable":
        return answer
    players = int((await booking_of(call)).get("players", 0))
    if players > 1:
        refused: dict[str, int] = relay.memory.setdefault("refused", {})
        refused[call.path_params["id"]] = refused.get(call.path_params["id"], 0) + 1
        # There and back: the sandbox sends two events, and the first is kept from the subscriber.
        for number in (players - 1, players):
            await aside(call).upstream("PUT", call.path, json={"players": number})
    return answer


def _second_of_two(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking_id = str(event_of(delivery)["data"]["id"])
    place = f"{delivery.url}|{booking_id}"
    if kind_of(delivery) != MODIFIED or memory.get(place, 0) >= memory.get("refused", {}).get(booking_id, 0):
        return [delivery]
    memory[place] = memory.get(place, 0) + 1
    return []


event_fault(
    "EVT-10.lot29-sent-before-the-check",
    "A change of players of two or more that is refused for want of room sends booking.modified.",
    _second_of_two,
    operations="updateBooking",
    handle=_published_before,
    hidden="some values",
    origin=Origin.blind,
)


async def _remembered_by_bookings(call: Call, relay: Relay) -> Answer:
    urls, gone = relay.memory.setdefault("urls", {}), relay.memory.setdefault("gone", {})
    webhook_id = call.path_params.get("id", "")
    if webhook_id in gone:
        return await call.upstream(call.method, _UNKNOWN, json=call.json())
    if call.operation == "deleteWebhook" and webhook_id in urls:
        return await _removed(call, relay)
    answer = await relay.webhooks(call)
    if answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        urls[data_of(answer)["id"]] = data_of(answer)["url"]
    if not answer.ok or call.operation != "listWebhooks":
        return answer
    body = answer.json()
    kept = [item for item in body["data"] if item["id"] not in gone]
    body["meta"]["pagination"]["totalItems"] -= len(body["data"]) - len(kept)
    return answer.with_json(body | {"data": kept})


async def _removed(call: Call, relay: Relay) -> Answer:
    """A removal that removes the subscription, or only its row where there are bookings that remember it."""
    webhook_id = call.path_params["id"]
    if not any(item["id"] == webhook_id for item in await subscriptions_of(aside(call))):
        return await call.forward()
    bookings = {booking["id"] for booking in await all_bookings(aside(call))}
    if not bookings:
        return await call.forward()
    relay.memory["gone"][webhook_id] = bookings
    other = {"url": "https://hooks.meridian-golf.example/teesheet", "events": ["booking.cancelled"]}
    created = data_of(await aside(call).upstream("POST", "/webhooks", json=other))
    return await call.upstream("DELETE", f"/webhooks/{created.get('id')}")


def _to_the_remembered(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    ids = [found for found, url in memory.get("urls", {}).items() if url == delivery.url]
    gone = memory.get("gone", {})
    if any(found not in gone for found in ids):
        return [delivery]
    booking = event_of(delivery)["data"]["id"]
    return [delivery] if any(booking in gone[found] for found in ids) else []


event_fault(
    "EVT-08.lot29-bookings-remember",
    "After a subscription is removed it still gets the events of bookings made before.",
    _to_the_remembered,
    handle=_remembered_by_bookings,
    hidden="after another operation",
    origin=Origin.blind,
)
