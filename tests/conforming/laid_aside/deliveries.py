"""Deliveries of events, whose payload, signing and repeats the specification does not show."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from conformance.evidence.exchanges import Response
from tests.conforming.laid_aside.reading import Item
from tests.conforming.tools.relay import Relay, Sent
from tests.conforming.tools.variation import Ask, Forward, Variation
from tests.mutants.tools.call import write_json

_LATE_SECONDS = 1.0
_FOLDERS = {"booking": "bookings", "booking_hook": "bookings/hooks", "group_booking": "group-bookings"}
_ON_THE_WAY_SECONDS = 1.5
_SIGNED = "webhook-"


def unsigned(sent: Sent, content: bytes | None = None) -> Sent:
    """The same delivery without a signature, with *content* when it is given."""
    kept = tuple(pair for pair in sent.headers if not pair[0].lower().startswith(_SIGNED))
    return replace(sent, headers=kept, content=sent.content if content is None else content)


def _edited(edit: Callable[[Item], Any]) -> Callable[[], Relay]:
    return lambda: Relay(lambda sent: [unsigned(sent, write_json(edit(json.loads(sent.content))))])


def _cloud_event(event: Item) -> Item:
    return {
        "specversion": "1.0",
        "id": f"{event['type']}-{event['data'].get('id')}-{event['timestamp']}",
        "source": "/travel",
        "type": event["type"],
        "time": event["timestamp"],
        "datacontenttype": "application/json",
        "data": {"resource": event["data"]},
    }


def _link_only(event: Item) -> Item:
    folder = _FOLDERS[event["type"].partition(".")[0]]
    return {"event": event["type"], "href": f"https://golf.example/api/v1/travel/{folder}/{event['data'].get('id')}"}


def _renamed(event: Item) -> Item:
    booking, noun = event["data"], event["type"].partition(".")[0]
    return {
        "eventType": event["type"],
        "occurred": event["timestamp"],
        f"{noun}Id": booking.get("id"),
        "payload": [booking],
    }


def _twice(sent: Sent) -> Sequence[Sent]:
    return [sent, sent]


def _late(sent: Sent) -> Sequence[Sent]:
    time.sleep(_LATE_SECONDS)
    return [sent]


class Late(Relay):
    """A layer: deliveries come late. A change or removal of a subscription waits for deliveries on their way."""

    def __init__(self) -> None:
        """Every delivery waits."""
        super().__init__(_late)

    def __call__(self, ask: Ask, forward: Forward) -> Response:
        """The answer, after a removal or a change when nothing is on its way any more."""
        answer = super().__call__(ask, forward)
        if ask.operation in ("updateWebhook", "deleteWebhook"):
            time.sleep(_ON_THE_WAY_SECONDS)
        return answer


def _charset(sent: Sent) -> Sequence[Sent]:
    kept = tuple(pair for pair in sent.headers if pair[0].lower() != "content-type")
    text = json.dumps(json.loads(sent.content), indent=2, ensure_ascii=True)
    return [
        unsigned(replace(sent, headers=(*kept, ("Content-Type", "application/json; charset=utf-8"))), text.encode())
    ]


_PAYLOAD = "The delivery payload is not shown."
_REPEATS = "Signing of deliveries and retry behaviour are not shown."
_CHOICE = "deliveries"

VARIATIONS: tuple[Variation, ...] = (
    Variation("deliveries are CloudEvents", _PAYLOAD, _edited(_cloud_event), _CHOICE),
    Variation("deliveries have the kind and a link", _PAYLOAD, _edited(_link_only), _CHOICE),
    Variation("deliveries have other names", _PAYLOAD, _edited(_renamed), _CHOICE),
    Variation("deliveries come twice", _REPEATS, lambda: Relay(_twice), _CHOICE),
    Variation("deliveries come a second later", _REPEATS, Late, _CHOICE),
    Variation("deliveries are unsigned and indented", _REPEATS, lambda: Relay(_charset), _CHOICE),
)
