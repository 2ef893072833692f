"""Blind faults of subscriptions and deliveries."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


# A plain fault.
@mutant(
    "WHK-03.lot27-events-only-added",
    "A change of the events of a subscription adds the new ones and keeps all old ones.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _events_only_added(call: Call) -> Answer:
    events = sent(call).get("events")
    before = next((hook for hook in await subscriptions_of(call) if hook["id"] == call.path_params["id"]), None)
    if before is None or not isinstance(events, list) or not all(isinstance(kind, str) for kind in events):
        return await call.forward()
    both = [*before["events"], *(kind for kind in events if kind not in before["events"])]
    return await call.with_json(sent(call) | {"events": both}).forward()


# Faults under a condition.
def _told_in_time(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    booked = memory.get(f"booking {event_of(delivery).get('data', {}).get('id')}")
    subscribed = memory.get(f"url {delivery.api_key} {delivery.url}", 0)
    is_older = booked is not None and booked < subscribed
    return [] if kind_of(delivery) == CANCELLED and is_older else [delivery]


async def _late_subscriber(call: Call, relay: Relay) -> Answer:
    count = relay.memory["count"] = relay.memory.get("count", 0) + 1
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            relay.memory[f"booking {data_of(answer)['id']}"] = count
        return answer
    answer = await relay.webhooks(call)
    if call.operation == "createWebhook" and answer.ok:
        relay.memory[f"url {call.api_key} {sent(call)['url']}"] = count
    return answer


event_fault(
    "EVT-01.lot27-late-subscriber",
    "A subscription gets no booking.cancelled about bookings that are older than it.",
    _told_in_time,
    operations="createBooking",
    handle=_late_subscriber,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _changed_then_removed(call: Call, relay: Relay) -> Answer:
    changed: set[str] = relay.memory.setdefault("changed", set())
    removed: set[str] = relay.memory.setdefault("removed", set())
    hook_id = call.path_params.get("id", "")
    if hook_id in removed:
        return await a_refusal(call, 404, "not_found", "There is no such subscription.")
    own = [hook["id"] for hook in await subscriptions_of(call)]
    if call.operation == "deleteWebhook" and hook_id in changed and hook_id in own:
        removed.add(hook_id)
        return Answer(204, (), b"")
    answer = await relay.webhooks(call)
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(hook_id)
    if call.operation != "listWebhooks" or not answer.ok or not removed:
        return answer
    body = answer.json()
    left = [hook for hook in body["data"] if hook["id"] not in removed]
    pagination = body["meta"]["pagination"]
    pagination["totalItems"] -= sum(owned in removed for owned in own)
    pagination["totalPages"] = -(-pagination["totalItems"] // pagination["pageSize"])
    return answer.with_json(body | {"data": left})


event_fault(
    "EVT-08.lot27-changed-then-removed",
    "A removed subscription that was changed before goes on getting deliveries.",
    handle=_changed_then_removed,
    hidden="after another operation",
    origin=Origin.blind,
)


def _naming_the_hook(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    event = event_of(delivery)
    reported = event.get("data", {})
    hook_id = memory.get(str(reported.get("id")))
    if hook_id is None or kind_of(delivery) == CONFIRMED:
        return [delivery]
    texts = ("bookingReference", "agencyBookingReference")
    kept = {name: value for name, value in reported.items() if name not in texts}
    body = json.dumps(event | {"data": kept | {"id": hook_id}}, ensure_ascii=False).encode()
    return [replace(delivery, body=body)]


async def _hook_confirmed(call: Call, relay: Relay) -> Answer:
    if call.operation != "confirmBookingHook":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[data_of(answer)["id"]] = call.path_params["id"]
    return answer


event_fault(
    "EVT-07.lot27-names-the-hook",
    "Changes and cancellations of a booking from a hook are reported under the id of the hook alone.",
    _naming_the_hook,
    operations="confirmBookingHook",
    handle=_hook_confirmed,
    hidden="one of two ways",
    origin=Origin.blind,
)
