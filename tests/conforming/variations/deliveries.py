"""Deliveries as another target may write and send them: no document shows one.

Every payload names the booking and the kind, and every delivery is a POST of JSON: the rows of EVT ask for that.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.tools.relay import Relay, Sent, send
from tests.conforming.tools.variation import Ask, Forward, Variation
from tests.mutants.tools.call import write_json

_PAYLOAD = "Payload, headers and signing of a webhook delivery: not shown."
_WAY = "Retries, order and speed of webhook deliveries: not shown."
_MOMENT_SECONDS = 0.15


def _on_the_way(name: str, leaves_open: str, change: Callable[[Sent], Sequence[Sent]], choice: str) -> Variation:
    return Variation(name, leaves_open, lambda: Relay(change), choice)


def _payload(name: str, shape: Callable[[Any], Any], **headers: str) -> Variation:
    """*shape* makes another payload of the one that the sandbox sends; *headers* come with it, `{type}` is its kind."""

    def change(sent: Sent) -> Sequence[Sent]:
        event = json.loads(sent.content)
        if "type" not in event:
            return [sent]
        more = tuple((key.replace("_", "-"), value.format(**event)) for key, value in headers.items())
        return [replace(sent, headers=(*sent.headers, *more), content=write_json(shape(event)))]

    return _on_the_way(name, _PAYLOAD, change, "payload of deliveries")


def _headers(name: str, change: Callable[[str, str], tuple[str, str]]) -> Variation:
    def changed(sent: Sent) -> Sequence[Sent]:
        return [replace(sent, headers=tuple(change(*pair) for pair in sent.headers))]

    return _on_the_way(name, _PAYLOAD, changed, name)


def _typed(kind: str) -> Callable[[str, str], tuple[str, str]]:
    return lambda key, value: (key, kind if key.lower() == "content-type" else value)


def _a_moment_later(sent: Sent) -> Sequence[Sent]:
    time.sleep(_MOMENT_SECONDS)
    return [sent]


def _again(sent: Sent) -> Sequence[Sent]:
    """Once now and once a moment later, as after a time-out that was none."""
    return [sent, replace(sent, later=sent.later + _MOMENT_SECONDS)]


class _OutOfOrder:
    """Every other delivery to an address waits a moment, so that the next may overtake it."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def __call__(self, sent: Sent) -> Sequence[Sent]:
        self._counts[sent.url] = self._counts.get(sent.url, 0) + 1
        return [sent if self._counts[sent.url] % 2 == 0 else replace(sent, later=sent.later + _MOMENT_SECONDS)]


def _pinged(ask: Ask, forward: Forward) -> Response:
    answer, body = forward(ask), ask.json()
    if ask.operation == "createWebhook" and answer.is_success and isinstance(body, dict):
        url = str(body.get("url", ""))
        if url.startswith("http://127.0.0.1"):
            send(Sent(url, "POST", (("Content-Type", "application/json"),), b'{"ping": true}'))
    return answer


VARIATIONS = (
    _payload("deliveries with the id alone", lambda event: {"event": event["type"], "bookingId": event["data"]["id"]}),
    _payload(
        "deliveries that name the booking by its reference",
        lambda event: {"kind": event["type"], "subject": {"bookingReference": event["data"]["bookingReference"]}},
    ),
    _payload(
        "deliveries with the kind in a header", lambda event: {"booking": event["data"]}, X_Webhook_Event="{type}"
    ),
    _payload("deliveries as a list", lambda event: [event]),
    _payload(
        "deliveries with the event as text",
        lambda event: {"Type": "Notification", "Message": json.dumps(event, default=str)},
    ),
    _payload("deliveries with more members", lambda event: event | {"attempt": 1, "agency": None, "links": [{}]}),
    _headers("headers of deliveries in lower case", lambda key, value: (key.lower(), value)),
    _headers("deliveries labelled with a charset", _typed("application/json; charset=utf-8")),
    _headers("deliveries labelled as cloud events", _typed("application/cloudevents+json")),
    _on_the_way("deliveries a moment late", _WAY, _a_moment_later, "speed of deliveries"),
    _on_the_way("deliveries twice", _WAY, _again, "number of deliveries"),
    Variation("deliveries out of order", _WAY, lambda: Relay(_OutOfOrder()), "order of deliveries"),
    Variation("a ping at subscription", _WAY, lambda: _pinged, "ping"),
)
