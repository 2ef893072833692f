"""Blind faults of the sixty-seventh lot: events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


@mutant(
    "WHK-03.lot67-kinds-only-added",
    "An update of a subscription adds event kinds and removes none.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    body = sent(call)
    events = body.get("events")
    if not isinstance(events, list) or not events:
        return await call.forward()
    known = [item["events"] for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]]
    left_out = [kind for kind in (known[0] if known else []) if kind not in events]
    return await (call.with_json(body | {"events": [*events, *left_out]}) if left_out else call).forward()


def _silent_notes(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_silent = kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory
    return [] if is_silent else [delivery]


async def _mark_notes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    relay.memory.pop(call.path_params["id"], None)
    if set(sent(call)) == {"specialRequests"} and (await booking_of(call)).get("status") == "pending":
        relay.memory[call.path_params["id"]] = True
    return await call.forward()


event_fault(
    "EVT-02.lot67-pending-notes-silent",
    "A change of the special requests alone sends no event while the booking is pending.",
    _silent_notes,
    operations="updateBooking",
    handle=_mark_notes,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
