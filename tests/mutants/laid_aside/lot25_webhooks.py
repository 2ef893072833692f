"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_QUIET = timedelta(seconds=60)
_LAG_SECONDS = 1.5


# A plain fault.
@mutant(
    "WHK-03.lot25-answered-not-kept",
    "A change of a subscription is answered as if made, and nothing is kept.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _answered_not_kept(call: Call) -> Answer:
    before = next((item for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]), None)
    answer = await call.forward()
    if answer.ok and before:
        kept = {name: before[name] for name in ("url", "events", "description") if before.get(name) is not None}
        await aside(call).upstream("PUT", call.path, json=kept)
    return answer


# Faults under a condition.
def _sent_where_it_was(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    return [replace(delivery, url=memory.get(f"{delivery.api_key} {delivery.url}", delivery.url))]


async def _moved_with_its_events(call: Call, relay: Relay) -> Answer:
    urls: dict[str, str] = call.memory.setdefault("urls", {})
    answer = await relay.webhooks(call)
    now = data_of(answer)
    if call.operation not in ("createWebhook", "updateWebhook") or not now:
        return answer
    old = urls.get(now["id"], now["url"])
    urls[now["id"]] = now["url"]
    moved = f"{call.api_key} {now['url']}"
    if call.operation == "updateWebhook" and {"url", "events"} <= set(sent(call)) and old != now["url"]:
        relay.memory[moved] = relay.memory.get(f"{call.api_key} {old}", old)
    elif call.operation == "createWebhook" or "url" in sent(call):
        relay.memory.pop(moved, None)
    return answer


event_fault(
    "EVT-09.lot25-moved-with-its-events",
    "A change of url and events in one request goes on delivering to the old url.",
    _sent_where_it_was,
    handle=_moved_with_its_events,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _old_bookings_only(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    removed = memory.get(f"{delivery.api_key} {delivery.url}")
    return [delivery] if removed is None or event_of(delivery)["data"]["id"] in removed else []


async def _old_bookings_go_on(call: Call, relay: Relay) -> Answer:
    booked: list[str] = call.memory.setdefault("booked", [])
    ghosts: dict[str, str] = call.memory.setdefault("ghosts", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        booked.extend([data_of(answer)["id"]] if data_of(answer) else [])
        return answer
    urls: dict[str, str] = call.memory.setdefault("urls", {})
    subscriptions = {item["id"]: item for item in await subscriptions_of(call)}
    answer = await relay.webhooks(call)
    if not answer.ok:
        return answer
    if call.operation == "listWebhooks":
        return _without(answer, ghosts)
    if call.operation != "deleteWebhook":
        urls[data_of(answer)["id"]] = data_of(answer)["url"]
        await _forget_ghosts(call, relay, data_of(answer)["url"])
        return answer
    gone, url = subscriptions.get(call.path_params["id"]), urls.pop(call.path_params["id"], None)
    if gone and url and url not in urls.values():
        again = {name: gone[name] for name in ("url", "events", "description") if gone.get(name) is not None}
        ghost = data_of(await aside(call).upstream("POST", "/webhooks", json=again))
        ghosts.update({ghost["id"]: url} if ghost else {})
        relay.memory[f"{call.api_key} {url}"] = list(booked)
    return answer


def _without(answer: Answer, ghosts: dict[str, str]) -> Answer:
    body = answer.json()
    kept = [item for item in body["data"] if item["id"] not in ghosts]
    pagination = body["meta"]["pagination"]
    total = pagination["totalItems"] - len(ghosts)
    pagination |= {"totalItems": total, "totalPages": -(-total // pagination["pageSize"])}
    return answer.with_json(body | {"data": kept})


async def _forget_ghosts(call: Call, relay: Relay, url: str) -> None:
    relay.memory.pop(f"{call.api_key} {url}", None)
    ghosts: dict[str, str] = call.memory["ghosts"]
    for ghost in [found for found, address in ghosts.items() if address == url]:
        await aside(call).upstream("DELETE", f"/webhooks/{ghost}")
        del ghosts[ghost]


event_fault(
    "EVT-08.lot25-old-bookings-go-on",
    "A removed subscription still gets the events of bookings that were made before its removal.",
    _old_bookings_only,
    operations="createBooking",
    handle=_old_bookings_go_on,
    hidden="after another operation",
    origin=Origin.blind,
)


def _noting_confirmations(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking_id = event_of(delivery)["data"]["id"]
    if kind_of(delivery) == CONFIRMED and booking_id in memory:
        memory[booking_id] = memory[booking_id] or time.monotonic()
    return [delivery]


async def _read_from_a_replica(call: Call, relay: Relay) -> Answer:
    if call.operation not in ("createBooking", "getBooking"):
        return await relay.webhooks(call)
    answer = await call.forward()
    booking = data_of(answer)
    if call.operation == "createBooking":
        relay.memory.update({booking["id"]: 0.0} if booking.get("status") == "pending" else {})
        return answer
    confirmed_at = relay.memory.get(booking.get("id", ""))
    if not confirmed_at or time.monotonic() - confirmed_at > _LAG_SECONDS:
        return answer
    return answer.with_json(put("data.status", "pending")(answer.json()))


event_fault(
    "EVT-14.lot25-replica-behind",
    "For a moment after the event of a course's confirmation the booking reads as pending.",
    _noting_confirmations,
    operations="createBooking getBooking",
    handle=_read_from_a_replica,
    hidden="after another operation",
    origin=Origin.blind,
)


def _one_a_minute(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    place = f"{delivery.api_key} {delivery.url} {event['data']['id']}"
    at, name = moment_of(event["timestamp"]), dict(delivery.headers).get("webhook-id", "")
    last = memory.get(place)
    if last is not None and last[1] != name and at - last[0] < _QUIET:
        return []
    memory[place] = (at, name)
    return [delivery]


event_fault(
    "EVT-02.lot25-one-a-minute",
    "A second change of a booking within a minute of the first sends no event.",
    _one_a_minute,
    hidden="after another operation",
    origin=Origin.blind,
)
