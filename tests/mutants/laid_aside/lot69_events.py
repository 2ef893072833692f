"""Blind faults of the sixty-ninth lot: events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


async def _noting_what_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before = await booking_of(call)
    changes: list[bool] = relay.memory.setdefault(call.path_params["id"], [])
    changes.append(set(sent(call)) == {"agencyBookingReference"})
    answer = await call.forward()
    # No event follows a change that was refused or that changed nothing.
    if not answer.ok or answer.json()["data"] == before:
        changes.pop()
    return answer


def _without_new_references(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    booking = event_of(delivery)["data"]
    changes, place = memory.get(booking["id"], []), f"{delivery.url} {booking['id']}"
    count = memory[place] = memory.get(place, 0) + 1
    silent = booking["status"] == "pending" and count <= len(changes) and changes[count - 1]
    return [] if silent else [delivery]


event_fault(
    "EVT-02.lot69-reference-of-a-request",
    "A change of nothing but the reference of the agency sends no event while the booking is pending.",
    _without_new_references,
    operations="updateBooking",
    handle=_noting_what_changes,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


@mutant(
    "WHK-03.lot69-kinds-only-added",
    "An update of a subscription adds kinds of events and takes none away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    body = sent(call)
    wanted = body.get("events")
    if not isinstance(wanted, list) or not wanted or not all(isinstance(kind, str) for kind in wanted):
        return await call.forward()
    found = await subscriptions_of(aside(call))
    former = next((hook["events"] for hook in found if hook["id"] == call.path_params["id"]), [])
    left = [kind for kind in former if kind not in wanted]
    return await (call.with_json(body | {"events": [*wanted, *left]}) if left else call).forward()
