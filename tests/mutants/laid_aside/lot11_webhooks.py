"""Blind faults of the eleventh lot: subscriptions and deliveries."""

from __future__ import annotations

import time
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, event_fault

_TOGETHER_SECONDS = 2.0


@mutant(
    "WHK-04.lot11-deleted-in-name",
    "A removed subscription stays in the list.",
    "deleteWebhook listWebhooks",
    origin=Origin.blind,
)
async def _stays_in_the_list(call: Call) -> Answer:
    removed: list[dict[str, Any]] = call.memory.setdefault("removed", [])
    before = await subscriptions_of(call)
    answer = await call.forward()
    if not answer.ok or (not before and not removed):
        return answer
    if call.operation == "deleteWebhook":
        removed += [webhook for webhook in before if webhook["id"] == call.path_params["id"]]
        return answer
    return one_page(call, answer, [*before, *(webhook | {"isActive": False} for webhook in removed)])


@mutant(
    "WHK-03.lot11-same-number-of-events",
    "The service does not store a change of a subscription's events to as many others.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _counts_the_events(call: Call) -> Answer:
    wanted = sent(call).get("events")
    known = next((hook for hook in await subscriptions_of(call) if hook["id"] == call.path_params["id"]), None)
    if known is None or not isinstance(wanted, list) or len(wanted) != len(known["events"]):
        return await call.forward()
    checked = await call.forward()
    if checked.ok:
        await call.upstream("PUT", call.path, json={"events": known["events"]})
    return checked


def _joined(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    key = f"{delivery.url} {event_of(delivery)['data']['id']}"
    last, memory[key] = memory.get(key, -_TOGETHER_SECONDS), time.monotonic()
    return [] if memory[key] - last < _TOGETHER_SECONDS else [delivery]


event_fault(
    "EVT-02.lot11-debounced",
    "A change within two seconds of the booking's previous change sends no booking.modified.",
    _joined,
    origin=Origin.blind,
)
