"""Faults of booking.cancelled and booking.modified, and events of refused operations (EVT-01, 02, 10)."""

from __future__ import annotations

import json
from typing import Any

from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of, unsent, unsent_after
from tests.mutants.parts.pretending import body_of, data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on

unsent("EVT-01", "The service sends no events of cancellations.", lambda delivery, _: kind_of(delivery) == CANCELLED)
unsent("EVT-02", "The service sends no events of changes.", lambda delivery, _: kind_of(delivery) == MODIFIED)

unsent_after(
    "EVT-01.changed",
    "The service sends no event when a changed booking is cancelled.",
    CANCELLED,
    "updateBooking",
    lambda *_: True,
    hidden="after another operation",
)
unsent_after(
    "EVT-01.four",
    "The service sends no event when a booking of four is cancelled.",
    CANCELLED,
    "createBooking",
    lambda _, booking: booking["players"] == 4,
    hidden="some values",
)
unsent_after(
    "EVT-02.fewer",
    "The service sends no event of a change to one player.",
    MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 1,
)
unsent_after(
    "EVT-02.second",
    "The service sends no event of the second change of a booking for one.",
    MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 3,
    hidden="after another operation",
)


def _sent_after_a_refusal(
    name: str, breaks: str, operation: str, kind: str, *, status: int | None = None, hidden: str | None = None
) -> None:
    """The service sends an event of *kind* for a request of *operation* that is refused, with *status* where given."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation != operation:
            return await relay.webhooks(call)
        answer = await call.forward()
        if not answer.ok and status in (None, answer.status):
            booking = {"id": call.path_params.get("id"), **sent(call)}
            event = write_json({"type": kind, "timestamp": "2027-03-05T15:20:00Z", "data": booking})
            for url in [url for urls in relay.subscribers.values() for url in urls]:
                await send_on(Delivery(call.api_key, url, "POST", (("content-type", "application/json"),), event))
        return answer

    event_fault(name, breaks, operations=operation, handle=handle, hidden=hidden)


_sent_after_a_refusal("EVT-10", "The service sends an event of a refused change.", "updateBooking", MODIFIED)
_sent_after_a_refusal("EVT-10.create", "The service sends an event of a refused booking.", "createBooking", CONFIRMED)
_sent_after_a_refusal(
    "EVT-10.cancel", "The service sends an event of a refused cancellation.", "cancelBooking", CANCELLED
)
_sent_after_a_refusal(
    "EVT-10.cancel-stale",
    "The service sends an event of a cancellation that it refuses with 412.",
    "cancelBooking",
    CANCELLED,
    status=412,
    hidden="a combination of parameters",
)
_sent_after_a_refusal(
    "EVT-10.cutoff",
    "The service sends an event of a cancellation that a cutoff forbids.",
    "cancelBooking",
    CANCELLED,
    status=409,
    hidden="after a while",
)


def _served_twice(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    served = memory[delivery.url] = memory.get(delivery.url, 0) + 1
    return [delivery] if served <= 2 else []


event_fault(
    "EVT-02.tired",
    "A subscription gets two deliveries and no further delivery.",
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
    "The service sends no event of a change of several members at once.",
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
    "The service sends no event when a booking that completed a hold is cancelled.",
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
    "The service sends no event of a change of a pending booking.",
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
    "After a change of a booking, the service sends no event of its cancellation.",
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
    "The service sends no event of a change that keeps the number of players.",
    "updateBooking",
    hidden="some values",
    origin=Origin.blind,
)
async def _silent_change(call: Call) -> Answer:
    return await (call.forward() if "players" in body_of(call) else _silently(call))
