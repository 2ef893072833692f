"""Blind faults of the ninth lot: subscriptions and deliveries."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid4

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of, world_time
from tests.mutants.parts.events import MODIFIED, event_of
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import drop
from tests.mutants.tools.registry import Origin, json_answer, mutant
from tests.mutants.tools.relays import RELAY_PATH, Delivery, Relay, event_fault, send_on
from tests.mutants.tools.shown import SHOWN

_FACTS = ("id", "status", "bookingReference", "agencyBookingReference")


async def _with_secrets(call: Call, relay: Relay) -> Answer:
    """The answer to a call about webhooks. The relay remembers the secret of each address."""
    answer = await relay.webhooks(call)
    if answer.ok and call.operation == "createWebhook":
        subscription = answer.json()["data"]
        relay.memory[subscription["url"]] = subscription["secret"]
    return answer


def _signed(delivery: Delivery, secret: str) -> Delivery:
    """The delivery with the signature of its body. Without a secret it keeps the signature that it has."""
    headers = {name.lower(): value for name, value in delivery.headers}
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + delivery.body
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signature = base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    return replace(delivery, headers=tuple((headers | {"webhook-signature": f"v1,{signature}"}).items()))


# Plain faults.
json_answer(
    "WHK-01.lot9-no-description",
    "A subscription is shown without its description.",
    "createWebhook updateWebhook listWebhooks",
    in_turn(drop("data.description"), drop("data[*].description")),
    origin=Origin.blind,
)


# Faults under a condition.
@mutant(
    "WHK-04.lot9-by-its-address",
    "The removal of a subscription removes all subscriptions of the agency with the same url.",
    "deleteWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _by_its_address(call: Call) -> Answer:
    kept = await subscriptions_of(aside(call))
    answer = await call.forward()
    removed = {subscription["url"] for subscription in kept if subscription["id"] == call.path_params["id"]}
    for subscription in kept if answer.ok else ():
        if subscription["url"] in removed and subscription["id"] != call.path_params["id"]:
            await aside(call).upstream("DELETE", f"/webhooks/{subscription['id']}")
    return answer


def _true_url(url: str) -> str:
    """The address of the subscriber behind one of the proxy."""
    return base64.urlsafe_b64decode(url.rpartition("/")[2]).decode() if RELAY_PATH in url else url


async def _stale_tag(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await _with_secrets(call, relay)
    answer = await call.forward()
    if answer.status == 412:
        await _report_as_modified(call, relay)
    return answer


async def _report_as_modified(call: Call, relay: Relay) -> None:
    booking, now = await booking_now(aside(call)), await world_time(call)
    facts = {name: booking[name] for name in _FACTS if name in booking} | {"courseId": booking["course"]["id"]}
    event = {"type": MODIFIED, "timestamp": f"{now:%Y-%m-%dT%H:%M:%SZ}", "data": facts}
    for subscription in await subscriptions_of(aside(call)):
        url = _true_url(subscription["url"])
        if MODIFIED in subscription["events"] and subscription["isActive"] and url in relay.memory:
            headers = {
                "content-type": "application/json",
                "webhook-id": f"msg_{uuid4().hex[:12]}",
                "webhook-timestamp": f"{now.timestamp():.0f}",
            }
            body = json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()
            delivery = Delivery(call.api_key, url, "POST", tuple(headers.items()), body)
            await send_on(_signed(delivery, relay.memory[url]))
            # The count of shown faults sees only deliveries that the sandbox sent.
            SHOWN[relay.name] += 1


event_fault(
    "EVT-10.lot9-stale-tag",
    "A change that is refused because the booking has another state than If-Match names sends booking.modified.",
    operations="updateBooking",
    handle=_stale_tag,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _in_latin_letters(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    text = json.dumps(event_of(delivery), separators=(",", ":"), ensure_ascii=False)
    if text.isascii():
        return [delivery]
    changed = replace(delivery, body=text.encode("latin-1", "replace"))
    return [_signed(changed, memory[delivery.url]) if delivery.url in memory else changed]


event_fault(
    "EVT-12.lot9-latin-letters",
    "A delivery about a booking whose reference has letters with accents is written in Latin-1, which no JSON is.",
    _in_latin_letters,
    handle=_with_secrets,
    hidden="some values",
    origin=Origin.blind,
)
