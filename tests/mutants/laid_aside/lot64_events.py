"""Blind faults of the sixty-fourth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import Edit, put
from tests.mutants.tools.registry import Origin, request_change
from tests.mutants.tools.relays import RELAYS, Delivery, Relay, event_fault

_THIRD = "EVT-11.lot64-third-subscriber-forgotten"
_SERVED = 2
_PLAIN, _SECURE = "http://", "https://"


def _is_plain_address(call: Call) -> bool:
    url = str(sent(call).get("url", ""))
    return url.startswith(_PLAIN) and not url.startswith("http://127.0.0.1")


def _made_secure(call: Call) -> Call:
    return call.with_json(sent(call) | {"url": sent(call)["url"].replace(_PLAIN, _SECURE, 1)})


def _as_sent(call: Call) -> Edit:
    return put("data.url", sent(call)["url"])


request_change(
    "WHK-05.lot64-plain-address-accepted",
    "A subscription with an address that is not HTTPS is accepted.",
    "createWebhook",
    _made_secure,
    when=_is_plain_address,
    then=_as_sent,
    origin=Origin.blind,
)


def _to_the_first_two(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    urls = list(dict.fromkeys(RELAYS[_THIRD].subscribers[delivery.api_key]))
    return [] if delivery.url in urls[_SERVED:] else [delivery]


event_fault(
    _THIRD,
    "Only the first two subscriptions of an agency get the events.",
    _to_the_first_two,
    hidden="some values",
    origin=Origin.blind,
)


async def _noting_references(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    booking = await booking_of(call)
    silent = booking.get("status") == "pending" and set(sent(call)) == {"agencyBookingReference"}
    relay.memory[call.path_params["id"]] = silent
    return await call.forward()


def _not_noted(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    silent = kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"])
    return [] if silent else [delivery]


event_fault(
    "EVT-02.lot64-waiting-reference-is-no-change",
    "A change of the reference alone of a booking that waits for its course sends no event.",
    _not_noted,
    operations="updateBooking",
    handle=_noting_references,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
