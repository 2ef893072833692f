"""Blind faults of subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import all_bookings, data_of, moment_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_QUIET_SECONDS = 60


# A plain fault.
def _as_a_form(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    kept = tuple(pair for pair in delivery.headers if pair[0].lower() != "content-type")
    form = ("content-type", "application/x-www-form-urlencoded")
    return [replace(delivery, headers=(*kept, form), body=urlencode({"payload": delivery.text}).encode())]


event_fault(
    "EVT-12.lot26-sent-as-a-form",
    "Deliveries are sent as a form with the event in its field `payload`.",
    _as_a_form,
    origin=Origin.blind,
)


# Faults under a condition.
async def _all_after_a_rename(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateWebhook" or "events" in sent(call):
        answer = await relay.webhooks(call)
        if answer.ok and call.operation in ("createWebhook", "updateWebhook"):
            pretend(call, data_of(answer)["id"], events=data_of(answer)["events"])
        return overlaid_webhooks(call, answer)
    every = {"events": [CONFIRMED, CANCELLED, MODIFIED]}
    return overlaid_webhooks(call, await relay.webhooks(call, lambda body: body | every))


event_fault(
    "EVT-05.lot26-all-after-an-update",
    "A subscription gets every kind of event after an update that does not send `events`.",
    handle=_all_after_a_rename,
    hidden="after another operation",
    origin=Origin.blind,
)


def _once_a_minute(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    place = f"{delivery.api_key}|{delivery.url}|{event['data']['id']}"
    number = next((value for name, value in delivery.headers if name.lower() == "webhook-id"), "")
    at = moment_of(event["timestamp"])
    last_at, last_number = memory.get(place, (None, ""))
    if last_at is not None and number != last_number and abs((at - last_at).total_seconds()) < _QUIET_SECONDS:
        return []
    memory[place] = (at, number)
    return [delivery]


event_fault(
    "EVT-02.lot26-once-a-minute",
    "Of several changes of a booking within a minute only the first sends booking.modified.",
    _once_a_minute,
    hidden="some values",
    origin=Origin.blind,
)


async def _remembering_urls(call: Call, relay: Relay) -> Answer:
    born: set[str] = relay.memory.setdefault("born", set())
    urls: dict[str, str] = relay.memory.setdefault("urls", {})
    moved: list[Any] = relay.memory.setdefault("moved", [])
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            born.add(data_of(answer)["id"])
        return answer
    answer = await relay.webhooks(call)
    if answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        webhook = data_of(answer)
        old = urls.get(webhook["id"], webhook["url"])
        urls[webhook["id"]] = webhook["url"]
        if old != webhook["url"]:
            moved.append((call.api_key, webhook["url"], old, frozenset(born)))
    return answer


def _to_the_url_of_its_day(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking = event_of(delivery)["data"]["id"]
    for api_key, new, old, older in memory.get("moved", ()):
        if (delivery.api_key, delivery.url) == (api_key, new) and booking in older:
            return [replace(delivery, url=old)]
    return [delivery]


event_fault(
    "EVT-09.lot26-old-bookings-old-url",
    "After a change of the url, events of bookings that were made before it still go to the old url.",
    _to_the_url_of_its_day,
    operations="createBooking",
    handle=_remembering_urls,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_what_waits(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if answer.ok and call.operation == "createWebhook":
        waiting = frozenset(item["id"] for item in await all_bookings(call, status="pending"))
        relay.memory[f"{call.api_key}|{data_of(answer)['url']}"] = waiting
    return answer


def _to_early_subscribers(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    too_late = memory.get(f"{delivery.api_key}|{delivery.url}", frozenset())
    if kind_of(delivery) == CONFIRMED and event_of(delivery)["data"]["id"] in too_late:
        return []
    return [delivery]


event_fault(
    "EVT-04.lot26-late-subscriber",
    "A subscription gets no booking.confirmed for bookings that were already pending when it was made.",
    _to_early_subscribers,
    handle=_noting_what_waits,
    hidden="after another operation",
    origin=Origin.blind,
)
