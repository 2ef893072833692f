"""Blind faults of the sixty-second lot: webhooks and events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_SUBSCRIPTIONS = WorldMemory()


@mutant(
    "AUT-14.lot62-paused-subscriptions",
    "A subscription that is paused can be removed by another agency.",
    "createWebhook updateWebhook deleteWebhook",
    hidden="another agency",
    origin=Origin.blind,
)
async def _(call: Call) -> Answer:
    known: dict[str, Any] = _SUBSCRIPTIONS.of(call)
    answer = await call.forward()
    if answer.ok and call.operation != "deleteWebhook":
        subscription = answer.json()["data"]
        known[subscription["id"]] = (call.api_key, subscription["isActive"])
    owner, is_active = known.get(call.path_params.get("id", ""), ("", True))
    if call.operation != "deleteWebhook" or answer.ok or is_active:
        return answer
    return await call.with_header("x-api-key", owner).forward()


def _unless_silent(kind: str) -> Any:
    def change(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
        is_silent = kind_of(delivery) == kind and event_of(delivery)["data"].get("id") in memory.get("silent", ())
        return [] if is_silent else [delivery]

    return change


async def _booked_from_a_hold(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and "holdId" in sent(call):
        relay.memory.setdefault("silent", set()).add(answer.json()["data"]["id"])
    return answer


event_fault(
    "EVT-03.lot62-holds-complete-silently",
    "An online booking that completes a hold sends no booking.confirmed.",
    _unless_silent(CONFIRMED),
    operations="createBooking",
    handle=_booked_from_a_hold,
    hidden="one of two ways",
    origin=Origin.blind,
)


async def _changed_again(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    changes: Counter[str] = relay.memory.setdefault("changes", Counter())
    silent: set[str] = relay.memory.setdefault("silent", set())
    booking_id = call.path_params["id"]
    if changes[booking_id] and "players" not in sent(call):
        silent.add(booking_id)
    else:
        silent.discard(booking_id)
    answer = await call.forward()
    changes[booking_id] += answer.ok
    return answer


event_fault(
    "EVT-02.lot62-later-texts-are-silent",
    "A second or later change of texts alone sends no booking.modified.",
    _unless_silent(MODIFIED),
    operations="updateBooking",
    handle=_changed_again,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _subscribed(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if call.operation == "createWebhook" and answer.ok:
        urls: list[str] = relay.memory.setdefault(call.api_key, [])
        urls.append(str(sent(call)["url"]))
    return answer


def _without_the_third(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_missed = kind_of(delivery) == CANCELLED and delivery.url in memory.get(delivery.api_key, [])[2:]
    return [] if is_missed else [delivery]


event_fault(
    "EVT-11.lot62-cancellations-to-two",
    "A booking.cancelled reaches the first two subscriptions of an agency and no other.",
    _without_the_third,
    handle=_subscribed,
    hidden="after another operation",
    origin=Origin.blind,
)
