"""Faults of deliveries: their kinds, their address, their form and the subscriptions they serve (EVT)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of
from tests.mutants.parts.pretending import body_of, data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_EVERY_KIND = [CONFIRMED, CANCELLED, MODIFIED]


def _sent_kinds(name: str, breaks: str, more: Callable[[list[str]], list[str]]) -> None:
    """A subscription gets *more* kinds than it named."""

    async def handle(call: Call, relay: Relay) -> Answer:
        answer = await relay.webhooks(
            call, lambda body: body | ({"events": more(body["events"])} if "events" in body else {})
        )
        if not answer.ok or "events" not in sent(call):
            return answer
        return answer.with_json(put("data.events", sent(call)["events"])(answer.json()))

    event_fault(name, breaks, handle=handle)


_sent_kinds("EVT-05", "A subscription gets every kind.", lambda _: _EVERY_KIND)
_sent_kinds("EVT-05.modified", "A subscription gets changes too.", lambda kinds: sorted({*kinds, MODIFIED}))
_sent_kinds(
    "EVT-05.cancelled",
    "A subscription to changes gets cancellations too.",
    lambda kinds: sorted({*kinds, CANCELLED}) if MODIFIED in kinds else kinds,
)


def _elsewhere(name: str, breaks: str, change: Callable[[str], str]) -> None:
    event_fault(name, breaks, lambda delivery, _: [replace(delivery, url=change(delivery.url))])


_elsewhere("EVT-06", "Deliveries go to the root of the host.", lambda url: url.rpartition("/")[0] + "/")
_elsewhere("EVT-06.query", "The query of a url is lost.", lambda url: url.partition("?")[0])
_elsewhere("EVT-06.slash", "Deliveries go to the url with a further slash.", lambda url: f"{url}/")


def _sent_as(name: str, breaks: str, change: Callable[[Delivery], Delivery]) -> None:
    event_fault(name, breaks, lambda delivery, _: [change(delivery)])


_sent_as("EVT-07", "A delivery has no content.", lambda delivery: replace(delivery, body=b"{}"))
_sent_as(
    "EVT-07.booking",
    "A delivery does not name the booking.",
    lambda delivery: replace(delivery, body=write_json(event_of(delivery) | {"data": {}})),
)
_sent_as(
    "EVT-07.kind",
    "A delivery does not name the kind.",
    lambda delivery: replace(delivery, body=write_json({"data": event_of(delivery)["data"]})),
)
_sent_as(
    "EVT-12",
    "A delivery is a form.",
    lambda delivery: replace(delivery, body=urlencode({"payload": delivery.text}).encode()),
)
_sent_as("EVT-12.put", "A delivery is a PUT.", lambda delivery: replace(delivery, method="PUT"))


def _first_only(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Only the subscription that is served first gets what happens to a booking."""
    event = event_of(delivery)
    first = memory.setdefault(f"{event['data']['id']} {event['type']}", delivery.url)
    return [delivery] if first == delivery.url else []


event_fault("EVT-11", "Only one subscription gets deliveries.", _first_only)


async def _remember_everybody(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    relay.memory["subscribers"] = relay.subscribers
    return answer


def _to_everybody(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = [url for urls in memory.get("subscribers", {}).values() for url in urls]
    return [replace(delivery, url=url) for url in {delivery.url, *urls}]


event_fault(
    "EVT-13",
    "Every agency gets the events of every booking.",
    _to_everybody,
    handle=_remember_everybody,
    hidden="another agency",
)


async def _all_kinds_after_a_change(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateWebhook" or "events" in sent(call) or "url" not in sent(call):
        return await relay.webhooks(call)
    known = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    record = next(
        (subscription for subscription in known.json()["data"] if subscription["id"] == call.path_params["id"]), None
    )
    every = {"events": ["booking.confirmed", "booking.cancelled", "booking.modified"]}
    answer = await relay.webhooks(call, lambda body: body | every)
    if answer.ok and record is not None:
        return answer.with_json(put("data.events", record["events"])(answer.json()))
    return answer


event_fault(
    "EVT-05.blind-new-url",
    "A subscription whose url was changed gets every kind.",
    handle=_all_kinds_after_a_change,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "EVT-05.blind-narrowed",
    "The service still delivers a kind that a subscription no longer lists.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _narrowed(call: Call) -> Answer:
    body = body_of(call)
    if call.operation != "updateWebhook" or not isinstance(body.get("events"), list):
        return overlaid_webhooks(call, await call.forward())
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    before: list[str] = next((item["events"] for item in listed if item["id"] == call.path_params["id"]), [])
    answer = await call.with_json(body | {"events": list(dict.fromkeys([*before, *body["events"]]))}).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], events=body["events"])
    return overlaid_webhooks(call, answer)


@mutant(
    "EVT-06.blind-query",
    "Deliveries leave out the query of the url.",
    "createWebhook updateWebhook listWebhooks",
    hidden="some values",
    origin=Origin.blind,
)
async def _no_query(call: Call) -> Answer:
    url = body_of(call).get("url")
    if not isinstance(url, str) or "?" not in url:
        return overlaid_webhooks(call, await call.forward())
    answer = await call.with_json(body_of(call) | {"url": url.partition("?")[0]}).forward()
    if answer.ok:
        pretend(call, data_of(answer)["id"], url=url)
    return overlaid_webhooks(call, answer)
