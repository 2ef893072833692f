"""Blind faults of the seventy-third lot: events."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.mutants.parts.pretending import overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin
from tests.mutants.tools.relays import Relay, event_fault

event_fault(
    "EVT-12.lot73-put-to-the-subscriber",
    "Deliveries are sent with PUT.",
    lambda delivery, _: [replace(delivery, method="PUT")],
    origin=Origin.blind,
)


def _without_url(body: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != "url"}


async def _keeps_the_old_url(call: Call, relay: Relay) -> Answer:
    body = sent(call)
    if call.operation != "updateWebhook" or "url" not in body:
        return overlaid_webhooks(call, await relay.webhooks(call))
    if "events" not in body:
        answer = await relay.webhooks(call)
        if answer.ok:
            pretended(call).pop(call.path_params["id"], None)
        return answer
    answer = await relay.webhooks(call, _without_url)
    if answer.ok:
        pretend(call, call.path_params["id"], url=body["url"])
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-09.lot73-url-beside-events",
    "After a change of url and events together, deliveries still go to the old url.",
    handle=_keeps_the_old_url,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
