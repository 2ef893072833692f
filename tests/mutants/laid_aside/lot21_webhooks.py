"""Blind faults of subscriptions and of events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


# A plain fault.
@mutant(
    "WHK-04.lot21-struck-out-but-listed",
    "A subscription that was deleted is still listed.",
    "listWebhooks deleteWebhook",
    origin=Origin.blind,
)
async def _struck_out_but_listed(call: Call) -> Answer:
    gone: dict[str, Any] = call.memory.setdefault("gone", {})
    if call.operation == "deleteWebhook":
        known = {item["id"]: item for item in await subscriptions_of(aside(call))}
        answer = await call.forward()
        if answer.ok and call.path_params["id"] in known:
            gone[call.path_params["id"]] = known[call.path_params["id"]]
        return answer
    answer = await call.forward()
    if not answer.ok or not gone:
        return answer
    body = answer.json()
    body["data"] += gone.values()
    body["meta"]["pagination"]["totalItems"] += len(gone)
    return answer.with_json(body)


# Faults under a condition.
async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = True
    return answer


def _unless_changed(delivery: Delivery, changed: dict[str, Any]) -> Sequence[Delivery]:
    return [] if kind_of(delivery) == CANCELLED and event_of(delivery)["data"]["id"] in changed else [delivery]


event_fault(
    "EVT-01.lot21-changed-before",
    "The cancellation of a booking that was changed before sends no event.",
    _unless_changed,
    operations="updateBooking",
    handle=_noting_changes,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _never_fewer(call: Call, relay: Relay) -> Answer:
    ever: dict[str, list[str]] = call.memory.setdefault("ever", {})
    wanted = sent(call).get("events")
    if call.operation == "createWebhook":
        answer = await relay.webhooks(call)
        if answer.ok:
            ever[data_of(answer)["id"]] = list(data_of(answer)["events"])
        return answer
    subscription = call.path_params.get("id", "")
    if call.operation != "updateWebhook" or not isinstance(wanted, list) or not wanted or subscription not in ever:
        return overlaid_webhooks(call, await relay.webhooks(call))
    kept = [*wanted, *(kind for kind in ever[subscription] if kind not in wanted)]
    answer = await relay.webhooks(call, lambda body: body | {"events": kept})
    if answer.ok:
        ever[subscription] = kept
        pretend(call, subscription, events=wanted)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot21-kinds-taken-off",
    "A kind of event that was taken off a subscription is still delivered to it.",
    operations="",
    handle=_never_fewer,
    hidden="after another operation",
    origin=Origin.blind,
)
