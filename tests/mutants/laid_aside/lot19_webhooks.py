"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import world_time
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import code_of
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on
from tests.mutants.tools.shown import SHOWN

_OUTBOX = "EVT-10.lot19-outbox-first"
_SETTLING_SECONDS = 10.0


def _without_a_trace(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery without the members that name its booking."""
    event = event_of(delivery)
    rest = {name: value for name, value in event["data"].items() if name not in ("id", "bookingReference")}
    return [replace(delivery, body=write_json(event | {"data": rest}))]


# A plain fault.
event_fault(
    "EVT-07.lot19-which-booking",
    "A delivery names neither the id of its booking nor its reference.",
    _without_a_trace,
    origin=Origin.blind,
)


# Faults under a condition.
def _to_the_cached_url(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery to the url that the worker knew first, once it has delivered there."""
    url = memory.setdefault("cached", {}).get(delivery.url, delivery.url)
    memory.setdefault("used", set()).add(url)
    return [replace(delivery, url=url)]


async def _url_changed(call: Call, relay: Relay) -> Answer:
    """Lets deliveries to the new url of a subscription go to the old one, if that was used."""
    new = body_of(call).get("url")
    if call.operation != "updateWebhook" or not new:
        return await relay.webhooks(call)
    listed = await relay.webhooks(_listing(call))
    found = listed.json()["data"] if listed.ok else []
    old = next((hook["url"] for hook in found if hook["id"] == call.path_params["id"]), new)
    answer = await relay.webhooks(call)
    if answer.ok and old != new and old in relay.memory.get("used", ()):
        relay.memory.setdefault("cached", {})[new] = old
    return answer


def _listing(call: Call) -> Call:
    """A call for the subscriptions of the agency of *call*."""
    own = aside(call)
    return replace(own, method="GET", path="/webhooks", operation="listWebhooks", query_string="pageSize=100", body=b"")


event_fault(
    "EVT-09.lot19-worker-keeps-url",
    "After a change of the url, deliveries go to the old one if something was delivered there before.",
    _to_the_cached_url,
    handle=_url_changed,
    hidden="after another operation",
    origin=Origin.blind,
)


def _origin_of(url: str) -> str:
    return urlsplit(url).netloc


def _unless_disconnected(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Nothing for a host from which a subscription was removed."""
    closed = memory.setdefault("closed", set())
    return [] if (delivery.api_key, _origin_of(delivery.url)) in closed else [delivery]


async def _channel_of_a_host(call: Call, relay: Relay) -> Answer:
    """Closes the channel of a host when a subscription there is removed, and opens it with the next one."""
    closed: set[tuple[str, str]] = relay.memory.setdefault("closed", set())
    listed = await relay.webhooks(_listing(call)) if call.operation == "deleteWebhook" else None
    answer = await relay.webhooks(call)
    if not answer.ok:
        return answer
    if listed is not None and listed.ok:
        for hook in listed.json()["data"]:
            if hook["id"] == call.path_params["id"]:
                closed.add((call.api_key, _origin_of(hook["url"])))
    if call.operation == "createWebhook":
        closed.discard((call.api_key, _origin_of(data_of(answer)["url"])))
    return answer


event_fault(
    "EVT-11.lot19-channel-of-a-host",
    "The removal of a subscription silences the other subscriptions of the agency at the same host.",
    _unless_disconnected,
    handle=_channel_of_a_host,
    hidden="after another operation",
    origin=Origin.blind,
)


def _settled(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Nothing about a cancellation that follows a change within seconds."""
    changed = memory.get(str(event_of(delivery)["data"]["id"]), -_SETTLING_SECONDS)
    settling = time.monotonic() - changed < _SETTLING_SECONDS
    return [] if kind_of(delivery) == CANCELLED and settling else [delivery]


async def _note_change(call: Call, relay: Relay) -> Answer:
    """Remembers when a booking was changed."""
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = time.monotonic()
    return answer


event_fault(
    "EVT-01.lot19-first-event-settles",
    "A cancellation within ten seconds of a change sends no event: the queue keeps the first one of a booking.",
    _settled,
    operations="updateBooking",
    handle=_note_change,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _outbox_first(call: Call, relay: Relay) -> Answer:
    """Sends booking.modified before the room of a change is checked."""
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if code_of(answer) != "tee_time_unavailable":
        return answer
    booking, listed = await booking_of(call), await relay.webhooks(_listing(call))
    facts = {name: booking[name] for name in ("id", "status", "bookingReference")}
    shown = facts | {"courseId": booking["course"]["id"]}
    event = {"type": MODIFIED, "timestamp": f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}", "data": shown}
    headers = (("content-type", "application/json"), ("webhook-id", f"msg_{uuid4().hex[:12]}"))
    for hook in listed.json()["data"] if listed.ok else []:
        if MODIFIED in hook["events"]:
            SHOWN[_OUTBOX] += 1
            await send_on(Delivery(call.api_key, hook["url"], "POST", headers, write_json(event)))
    return answer


event_fault(
    _OUTBOX,
    "A change that is refused because the tee time has no room sends booking.modified all the same.",
    operations="updateBooking",
    handle=_outbox_first,
    hidden="some values",
    origin=Origin.blind,
)
