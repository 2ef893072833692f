"""Blind faults of the fortieth lot: webhooks and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend, pretended, slot_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

Memory = dict[str, Any]


@mutant(
    "WHK-05.lot40-plain-http",
    "A subscription with an address of plain http is accepted.",
    WEBHOOK_OPERATIONS,
    origin=Origin.blind,
)
async def _plain_http(call: Call) -> Answer:
    answer = await call.forward()
    body = sent(call)
    url = body.get("url")
    if answer.ok and isinstance(url, str) and "id" in call.path_params:
        pretended(call).pop(call.path_params["id"], None)
    if code_of(answer) == "webhook_url" and isinstance(url, str) and url.startswith("http://"):
        mended = await call.with_json(body | {"url": url.replace("http", "https", 1)}).forward()
        if "id" in data_of(mended):
            pretend(call, data_of(mended)["id"], url=url)
            answer = mended
    return overlaid_webhooks(call, answer)


def _event_booking(delivery: Delivery) -> str:
    return str(event_of(delivery)["data"].get("id", ""))


async def _moving(call: Call, relay: Relay) -> Answer:
    """Notes which bookings an agency had when a subscription of it moved, and from where."""
    own: dict[str, Any] = relay.memory.setdefault(call.api_key, {"bookings": set(), "urls": {}, "moved": {}})
    if call.operation == "createBooking":
        answer = await call.forward()
        own["bookings"] |= {data_of(answer)["id"]} if data_of(answer) else set()
        return answer
    answer = await relay.webhooks(call)
    url, known = sent(call).get("url"), data_of(answer).get("id")
    if not answer.ok or not isinstance(url, str) or not known:
        return answer
    old = own["urls"].get(known, url)
    own["urls"][known] = url
    own["moved"].pop(url, None)
    if old != url:
        own["moved"][url] = (old, frozenset(own["bookings"]))
    return answer


def _to_the_old_url(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    moved = memory.get(delivery.api_key, {}).get("moved", {})
    old, bookings = moved.get(delivery.url, (delivery.url, frozenset()))
    return [replace(delivery, url=old) if _event_booking(delivery) in bookings else delivery]


event_fault(
    "EVT-09.lot40-address-of-the-booking",
    "Events of bookings that were made before a subscription got its new url still go to the old one.",
    _to_the_old_url,
    operations="createBooking",
    handle=_moving,
    hidden="after another operation",
    origin=Origin.blind,
)


def _once_per_host(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    event = event_of(delivery)
    key = (delivery.api_key, urlsplit(delivery.url).hostname, _event_booking(delivery), event.get("timestamp"))
    return [delivery] if memory.setdefault(str(key), delivery.url) == delivery.url else []


event_fault(
    "EVT-11.lot40-one-change-per-host",
    "Of two subscriptions of an agency with addresses at one host, only one gets booking.modified.",
    _once_per_host,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _world(api_key: str) -> str:
    return api_key.rpartition("_")[0]


async def _by_tee_time(call: Call, relay: Relay) -> Answer:
    """Notes which agencies have a booking at a tee time, and where they get their events."""
    places: dict[str, str] = relay.memory.setdefault("places", {})
    agencies: dict[str, set[str]] = relay.memory.setdefault("agencies", {})
    urls: dict[str, dict[str, str]] = relay.memory.setdefault("urls", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if booking := data_of(answer):
            place = f"{_world(call.api_key)}|{slot_of(booking)}"
            places[booking["id"]] = place
            agencies.setdefault(place, set()).add(call.api_key)
        return answer
    answer = await relay.webhooks(call)
    own = urls.setdefault(call.api_key, {})
    if answer.ok and call.operation == "deleteWebhook":
        own.pop(call.path_params["id"], None)
    elif "id" in data_of(answer) and isinstance(sent(call).get("url"), str):
        own[data_of(answer)["id"]] = sent(call)["url"]
    return answer


def _to_all_at_the_tee_time(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    place = memory.get("places", {}).get(_event_booking(delivery))
    others = sorted(memory.get("agencies", {}).get(place, set()) - {delivery.api_key})
    more = [
        replace(delivery, api_key=other, url=url)
        for other in others
        for url in memory.get("urls", {}).get(other, {}).values()
    ]
    return [delivery, *more]


event_fault(
    "EVT-13.lot40-all-at-the-tee-time",
    "An event of a booking also goes to the other agency that has a booking at the same tee time.",
    _to_all_at_the_tee_time,
    operations="createBooking",
    handle=_by_tee_time,
    hidden="another agency",
    origin=Origin.blind,
)
