"""Blind faults of the forty-fourth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_REFERENCE = "agencyBookingReference"


@mutant(
    "WHK-09.lot44-unknown-subscription-deleted",
    "The deletion of an unknown subscription succeeds.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _unknown_subscription_deleted(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404 or code_of(answer) == "not_found":
        return answer
    headers = tuple(pair for pair in answer.headers if pair[0].lower() not in ("content-type", "content-length"))
    return replace(answer, status=204, headers=headers, body=b"")


event_fault(
    "EVT-12.lot44-deliveries-by-put",
    "Deliveries are made with PUT.",
    lambda delivery, _: [replace(delivery, method="PUT")],
    origin=Origin.blind,
)


def _not_of_a_reference(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking = event_of(delivery)["data"]
    # Events on their way from an earlier change still have the reference of before.
    silent = booking["id"] in memory and booking.get(_REFERENCE) == memory[booking["id"]]
    return [] if silent and kind_of(delivery) == MODIFIED else [delivery]


async def _change_of_a_reference(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    if set(sent(call)) == {_REFERENCE}:
        relay.memory[call.path_params["id"]] = sent(call)[_REFERENCE]
    else:
        relay.memory.pop(call.path_params["id"], None)
    return await call.forward()


event_fault(
    "EVT-02.lot44-silent-change-of-a-reference",
    "A change of the agency booking reference alone sends no event.",
    _not_of_a_reference,
    operations="updateBooking",
    handle=_change_of_a_reference,
    hidden="some values",
    origin=Origin.blind,
)


def _once_in_all(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    known = event["data"]["id"], str(event["timestamp"]), delivery.api_key, str(event["data"])
    first = memory.setdefault(str(known), delivery.url)
    return [delivery] if first == delivery.url else []


event_fault(
    "EVT-11.lot44-change-told-to-the-first",
    "Of several subscriptions, a change is told to the first alone.",
    _once_in_all,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
