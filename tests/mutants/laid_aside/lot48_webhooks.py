"""Blind faults of the forty-eighth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_OWN = ("url", "events", "description", "isActive")
_REFERENCE = "agencyBookingReference"
Memory = dict[str, Any]


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that a call is about, empty when there is none."""
    found = await subscriptions_of(aside(call))
    return next((item for item in found if item["id"] == call.path_params["id"]), {})


@mutant(
    "WHK-03.lot48-change-not-stored",
    "A change of a subscription is answered, and the subscription stays as it was.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _change_not_stored(call: Call) -> Answer:
    before = await _subscription(call)
    answer = await call.forward()
    if answer.ok and before:
        kept = {name: before.get(name, "") for name in _OWN if name in sent(call)}
        await aside(call).upstream("PUT", call.path, json=kept)
    return answer


@mutant(
    "EVT-05.lot48-dropped-kinds-still-come",
    "A subscription still gets the kinds of events that a change took from it.",
    "updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _dropped_kinds_still_come(call: Call) -> Answer:
    wanted = sent(call).get("events")
    if call.operation == "listWebhooks" or not isinstance(wanted, list):
        return overlaid_webhooks(call, await call.forward())
    before = (await _subscription(call)).get("events", [])
    every = [*wanted, *(kind for kind in before if kind not in wanted)] if wanted else wanted
    answer = await call.with_json(sent(call) | {"events": every}).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], events=wanted)
    return overlaid_webhooks(call, answer)


def _without_new_references(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    booking = event_of(delivery)["data"]
    waiting: list[str] = memory.get(f"{booking['id']} {booking.get(_REFERENCE)}", [])
    if delivery.url not in waiting:
        return [delivery]
    waiting.remove(delivery.url)
    return []


async def _changed(call: Call, relay: Relay) -> Answer:
    """Notes, before the event can arrive, who must not hear of a change of the reference alone."""
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    body = sent(call)
    before = await booking_of(call)
    if list(body) != [_REFERENCE] or not before or before.get(_REFERENCE) == body[_REFERENCE]:
        return await call.forward()
    change = f"{before['id']} {body[_REFERENCE]}"
    relay.memory[change] = list(dict.fromkeys(relay.subscribers[call.api_key]))
    answer = await call.forward()
    if not answer.ok:
        del relay.memory[change]
    return answer


event_fault(
    "EVT-02.lot48-new-reference-unsent",
    "A change of agencyBookingReference alone sends no booking.modified.",
    _without_new_references,
    operations="updateBooking",
    handle=_changed,
    hidden="some values",
    origin=Origin.blind,
)


def _cancellations_to_the_old_url(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    old = memory.get("moved", {}).get((delivery.api_key, delivery.url))
    return [replace(delivery, url=old)] if old and kind_of(delivery) == CANCELLED else [delivery]


async def _moved(call: Call, relay: Relay) -> Answer:
    """Notes the former url of a subscription that gets a url and kinds at once."""
    urls: dict[str, str] = relay.memory.setdefault("urls", {})
    answer = await relay.webhooks(call)
    subscription = data_of(answer)
    if not subscription or call.operation == "listWebhooks":
        return answer
    old, new = urls.get(subscription["id"]), subscription["url"]
    urls[subscription["id"]] = new
    if old not in (None, new):
        moved = relay.memory.setdefault("moved", {})
        moved.pop((call.api_key, new), None)
        if "events" in sent(call):
            moved[call.api_key, new] = old
    return answer


event_fault(
    "EVT-09.lot48-cancellations-to-the-old-url",
    "After a change of url and events at once, cancellations still go to the old url.",
    _cancellations_to_the_old_url,
    handle=_moved,
    hidden="after another operation",
    origin=Origin.blind,
)
