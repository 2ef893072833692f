"""Blind faults of webhook subscriptions and of their deliveries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of, world_time
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on


# A plain fault.
@mutant(
    "WHK-03.lot32-description-not-saved",
    "An update answers with the new description of a subscription but does not save it.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _description_not_saved(call: Call) -> Answer:
    body = sent(call)
    rest = {name: value for name, value in body.items() if name != "description"}
    if not isinstance(body.get("description"), str):
        return await call.forward()
    if rest:
        answer = await call.with_json(rest).forward()
        if not answer.ok:
            return answer
        return answer.with_json({"data": data_of(answer) | {"description": body["description"]}})
    own = [hook for hook in await subscriptions_of(aside(call)) if hook["id"] == call.path_params["id"]]
    if not own:
        return await call.forward()
    listed = await aside(call).upstream("GET", "/webhooks")
    return listed.with_json({"data": own[0] | {"description": body["description"]}})


# Faults under a condition.
@mutant(
    "EVT-05.lot32-kinds-only-added",
    "A kind that an update removes from a subscription is still delivered.",
    "updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    wanted = sent(call).get("events")
    if call.operation == "listWebhooks" or not isinstance(wanted, list) or not wanted:
        return overlaid_webhooks(call, await call.forward())
    before: list[str] = next(
        (hook["events"] for hook in await subscriptions_of(aside(call)) if hook["id"] == call.path_params["id"]), []
    )
    kept = [kind for kind in before if kind not in wanted]
    answer = await call.with_json(sent(call) | {"events": [*wanted, *kept]}).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], events=wanted)
    return overlaid_webhooks(call, answer)


async def _remembering(call: Call, relay: Relay) -> Answer:
    """The answer to a call about subscriptions. Those of each key are remembered in the order of their creation."""
    answer = await relay.webhooks(call)
    known: dict[str, dict[str, Any]] = relay.memory.setdefault(call.api_key, {})
    if not answer.ok or call.operation == "listWebhooks":
        return answer
    if call.operation == "deleteWebhook":
        known.pop(call.path_params["id"], None)
        return answer
    there = {hook["id"] for hook in await subscriptions_of(aside(call))}
    for gone in set(known) - there:
        del known[gone]
    known[data_of(answer)["id"]] = data_of(answer)
    return answer


def _until_one_does_not_match(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    for hook in memory.get(delivery.api_key, {}).values():
        if kind_of(delivery) not in hook["events"]:
            return []
        if hook["url"] == delivery.url:
            break
    return [delivery]


event_fault(
    "EVT-11.lot32-break-for-continue",
    "A subscription that does not want a kind keeps the event from the subscriptions created after it.",
    _until_one_does_not_match,
    handle=_remembering,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _told_before_checked(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await _remembering(call, relay)
    answer = await call.forward()
    if code_of(answer) != "tee_time_unavailable":
        return answer
    booking = await booking_now(call)
    facts = {name: booking[name] for name in ("id", "status", "bookingReference")}
    event = {"type": MODIFIED, "timestamp": f"{await world_time(call):%Y-%m-%dT%H:%M:%SZ}"}
    body = json.dumps(event | {"data": facts | {"courseId": booking["course"]["id"]}}).encode()
    # Other requests subscribe while an event is on its way.
    for hook in list(relay.memory.get(call.api_key, {}).values()):
        if MODIFIED in hook["events"]:
            headers = (("content-type", "application/json"),)
            await send_on(Delivery(call.api_key, hook["url"], "POST", headers, body))
    return answer


event_fault(
    "EVT-10.lot32-told-before-checked",
    "A change that is refused for want of places sends booking.modified.",
    operations="updateBooking",
    handle=_told_before_checked,
    hidden="some values",
    origin=Origin.blind,
)


async def _other_door(call: Call, relay: Relay) -> Answer:
    if call.operation != "confirmBookingHook":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[f"{call.api_key}|{data_of(answer)['id']}"] = True
    return answer


def _not_of_a_hook(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED:
        return [delivery]
    return [] if f"{delivery.api_key}|{event_of(delivery)['data']['id']}" in memory else [delivery]


event_fault(
    "EVT-01.lot32-bookings-by-the-other-door",
    "The cancellation of a booking that a hook became sends no booking.cancelled.",
    _not_of_a_hook,
    operations="confirmBookingHook",
    handle=_other_door,
    hidden="one of two ways",
    origin=Origin.blind,
)
