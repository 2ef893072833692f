"""Blind faults of webhooks and of their deliveries."""

from __future__ import annotations

from dataclasses import replace

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED
from tests.mutants.parts.pretending import overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, event_fault

# A plain fault.
event_fault(
    "EVT-12.lot16-put-to-the-receiver",
    "Deliveries are sent with PUT.",
    lambda delivery, _: [replace(delivery, method="PUT")],
    origin=Origin.blind,
)


# Faults under a condition.
event_fault(
    "EVT-06.lot16-query-lost",
    "Deliveries to an address with a query go to the address without it.",
    lambda delivery, _: [replace(delivery, url=delivery.url.partition("?")[0])],
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "EVT-05.lot16-moved-and-unfiltered",
    "A subscription whose address alone was changed gets events of every kind.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _moved_and_unfiltered(call: Call) -> Answer:
    body = sent(call)
    if call.operation != "updateWebhook" or "url" not in body or "events" in body:
        answer = await call.forward()
        if answer.ok and "events" in body:
            pretended(call).pop(call.path_params.get("id", ""), None)
        return overlaid_webhooks(call, answer)
    webhook_id = call.path_params["id"]
    known = {item["id"]: item["events"] for item in await subscriptions_of(call)}
    if webhook_id not in known:
        return await call.forward()
    answer = await call.with_json(body | {"events": [CONFIRMED, CANCELLED, MODIFIED]}).forward()
    if answer.ok and webhook_id not in pretended(call):
        pretend(call, webhook_id, events=known[webhook_id])
    return overlaid_webhooks(call, answer)
