"""Faults of booking.cancelled and booking.modified, and events of refused operations (EVT-01, 02, 10)."""

from __future__ import annotations

import json
from typing import Any

from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of, untold, untold_after
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on

untold("EVT-01", "Cancellations are not told.", lambda delivery, _: kind_of(delivery) == CANCELLED)
untold("EVT-02", "Changes are not told.", lambda delivery, _: kind_of(delivery) == MODIFIED)

untold_after(
    "EVT-01.changed",
    "The cancellation of a booking that was changed before is not told.",
    CANCELLED,
    "updateBooking",
    lambda *_: True,
    hidden="after another operation",
)
untold_after(
    "EVT-01.four",
    "The cancellation of four players is not told.",
    CANCELLED,
    "createBooking",
    lambda _, booking: booking["players"] == 4,
    hidden="some values",
)
untold_after(
    "EVT-02.fewer",
    "A change to one player is not told.",
    MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 1,
)
untold_after(
    "EVT-02.second",
    "A change of a booking for one is not told the second time.",
    MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 3,
    hidden="after another operation",
)


def _told_in_spite(name: str, breaks: str, operation: str, kind: str) -> None:
    """A refused request of *operation* is told."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation != operation:
            return await relay.webhooks(call)
        answer = await call.forward()
        if not answer.ok:
            booking = {"id": call.path_params.get("id"), **sent(call)}
            event = write_json({"type": kind, "timestamp": "2027-03-05T15:20:00Z", "data": booking})
            for url in [url for urls in relay.subscribers.values() for url in urls]:
                await send_on(Delivery(call.api_key, url, "POST", (("content-type", "application/json"),), event))
        return answer

    event_fault(name, breaks, operations=operation, handle=handle)


_told_in_spite("EVT-10", "A refused change is told.", "updateBooking", MODIFIED)
_told_in_spite("EVT-10.create", "A refused booking is told.", "createBooking", CONFIRMED)
_told_in_spite("EVT-10.cancel", "A refused cancellation is told.", "cancelBooking", CANCELLED)


def _served_twice(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    served = memory[delivery.url] = memory.get(delivery.url, 0) + 1
    return [delivery] if served <= 2 else []


event_fault(
    "EVT-02.tired",
    "A subscription is served twice, and then no more.",
    _served_twice,
    hidden="after a while",
    origin=Origin.hidden,
)


def _event(delivery: Delivery) -> dict[str, Any]:
    return dict(json.loads(delivery.body))


async def _remember_two_members(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    if len(sent(call)) > 1:
        relay.memory[call.path_params["id"]] = True
    else:
        relay.memory.pop(call.path_params["id"], None)
    return await call.forward()


event_fault(
    "EVT-02.blind-two-members",
    "A change of several members at once is not told.",
    lambda delivery, memory: (
        []
        if _event(delivery)["type"] == "booking.modified" and _event(delivery)["data"]["id"] in memory
        else [delivery]
    ),
    operations="updateBooking",
    handle=_remember_two_members,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _note_holds(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok and "holdId" in body_of(call):
        relay.memory[data_of(answer)["id"]] = True
    return answer


event_fault(
    "EVT-01.blind-from-hold",
    "Nobody hears of the cancellation of a booking that was made from a hold.",
    lambda delivery, memory: (
        [] if (event := event_of(delivery))["type"] == CANCELLED and event["data"].get("id") in memory else [delivery]
    ),
    operations="createBooking",
    handle=_note_holds,
    hidden="one of two ways",
    origin=Origin.blind,
)
event_fault(
    "EVT-02.blind-pending",
    "Nobody hears of a change of a pending booking.",
    lambda delivery, _: (
        []
        if (event := event_of(delivery))["type"] == MODIFIED and event["data"].get("status") == "pending"
        else [delivery]
    ),
    hidden="some values",
    origin=Origin.blind,
)


async def _silently(call: Call) -> Answer:
    """The answer to a call that no subscription of the agency hears of."""
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    awake = [item["id"] for item in listed if item["isActive"]]
    for webhook_id in awake:
        await call.upstream("PUT", f"/webhooks/{webhook_id}", json={"isActive": False})
    answer = await call.forward()
    for webhook_id in awake:
        await call.upstream("PUT", f"/webhooks/{webhook_id}", json={"isActive": True})
    return answer


@mutant(
    "EVT-01.blind-changed-before",
    "Nobody hears of the cancellation of a booking that was changed.",
    "updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _silent_cancellation(call: Call) -> Answer:
    if call.operation == "cancelBooking" and call.path_params["id"] in call.memory:
        return await _silently(call)
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "EVT-02.blind-reference-only",
    "Nobody hears of a change that leaves the number of players.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _silent_change(call: Call) -> Answer:
    return await (call.forward() if "players" in body_of(call) else _silently(call))
