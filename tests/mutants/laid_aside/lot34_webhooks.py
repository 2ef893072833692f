"""Blind faults of subscriptions and of deliveries."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of, world_time
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on
from tests.mutants.tools.shown import SHOWN

_JSON = (("content-type", "application/json"),)


async def _merged_kinds(call: Call, relay: Relay) -> Answer:
    """Adds the kinds of a change to those of the subscription, and shows those of the change."""
    asked = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(asked, list) or not asked:
        return overlaid_webhooks(call, await relay.webhooks(call))
    webhook_id = call.path_params["id"]
    own = await subscriptions_of(aside(call))
    kept: list[str] = next((item["events"] for item in own if item["id"] == webhook_id), [])
    merged = [*asked, *(kind for kind in kept if kind not in asked)]
    answer = await relay.webhooks(call, lambda body: body | {"events": merged})
    if not answer.ok:
        # With the kinds as they were asked for, the refusal is that of the sandbox.
        return await relay.webhooks(call)
    pretend(call, webhook_id, events=asked)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot34-merged-kinds",
    "After a change of events, the kinds that were taken out are still delivered.",
    handle=_merged_kinds,
    hidden="after another operation",
    origin=Origin.blind,
)


def _more_than_a_minute_apart(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    """No delivery of a change in the same minute as the change before, for the same booking and subscriber."""
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    event = event_of(delivery)
    place = f"{delivery.api_key}|{delivery.url}|{event['data']['id']}"
    minute = str(event["timestamp"])[:16]
    message = next((value for name, value in delivery.headers if name.lower() == "webhook-id"), "")
    told_minute, told_message = memory.get(place, ("", ""))
    # A message that is sent again is no second change.
    if told_minute == minute and told_message != message:
        return []
    memory[place] = minute, message
    return [delivery]


event_fault(
    "EVT-02.lot34-same-minute",
    "A second change of a booking in the same minute sends no booking.modified.",
    _more_than_a_minute_apart,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _too_late_and_told(call: Call, relay: Relay) -> Answer:
    """Tells the subscribers of a cancellation that the cutoff refuses."""
    if call.operation != "cancelBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if code_of(answer) != "cancellation_cutoff_passed":
        return answer
    booking = await booking_of(call)
    listing = replace(aside(call), method="GET", path="/webhooks", query_string="pageSize=100", body=b"")
    found = await relay.webhooks(listing)
    moment = f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"
    told = {"id": booking["id"], "status": "cancelled", "bookingReference": booking["bookingReference"]}
    event = {"type": CANCELLED, "timestamp": moment, "data": told | {"courseId": booking["course"]["id"]}}
    for subscription in found.json()["data"] if found.ok else []:
        if CANCELLED in subscription["events"] and subscription["url"] in relay.subscribers[call.api_key]:
            body = json.dumps(event).encode()
            SHOWN[relay.name] += 1
            await send_on(Delivery(call.api_key, subscription["url"], "POST", _JSON, body))
    return answer


event_fault(
    "EVT-10.lot34-too-late-and-told",
    "A cancellation that is refused inside the cutoff sends booking.cancelled.",
    operations="cancelBooking",
    handle=_too_late_and_told,
    hidden="certain days",
    origin=Origin.blind,
)
