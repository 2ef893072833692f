"""Blind faults of the seventy-first lot: events."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.events import CANCELLED, event_of, kind_of
from tests.mutants.parts.substitutes import in_turn
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, json_answer
from tests.mutants.tools.relays import Delivery, Relay, event_fault


async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[answer.json()["data"]["id"]] = True
    return answer


def _unless_changed(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    if kind_of(delivery) == CANCELLED and event_of(delivery)["data"]["id"] in memory:
        return []
    return [delivery]


event_fault(
    "EVT-01.lot71-told-of-a-change-already",
    "The cancellation of a booking that was changed before sends no event.",
    _unless_changed,
    operations="updateBooking",
    handle=_noting_changes,
    hidden="after another operation",
    origin=Origin.blind,
)

json_answer(
    "WHK-02.lot71-nothing-is-active",
    "The list of subscriptions is always empty.",
    "listWebhooks",
    in_turn(put("data", []), put("meta.pagination.totalItems", 0), put("meta.pagination.totalPages", 0)),
    origin=Origin.blind,
)
