"""Blind faults of the fifty-third lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_SECOND_CHANGE = 3


async def _subscription(call: Call) -> dict[str, Any]:
    found = await subscriptions_of(call)
    return next((item for item in found if item["id"] == call.path_params.get("id")), {})


@mutant(
    "WHK-03.lot53-description-kept",
    "An update of a subscription does not store its description.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _description_kept(call: Call) -> Answer:
    body = sent(call)
    before = await _subscription(call) if isinstance(body.get("description"), str) else {}
    if before:
        rest = {name: value for name, value in body.items() if name != "description"}
        call = call.with_json(rest or {"events": before["events"]})
    return await call.forward()


async def _narrowed_and_moved(call: Call, relay: Relay) -> Answer:
    body = sent(call)
    if call.operation != "updateWebhook" or not isinstance(body.get("events"), list) or not body["events"]:
        return overlaid_webhooks(call, await relay.webhooks(call))
    pretended(call).pop(call.path_params["id"], None)
    before = await _subscription(call) if "url" in body else {}
    if before:
        missing = [kind for kind in before["events"] if kind not in body["events"]]
        call = call.with_json(body | {"events": [*body["events"], *missing]})
    answer = await relay.webhooks(call)
    if answer.ok and before:
        pretend(call, before["id"], events=body["events"])
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot53-narrowed-with-a-new-url",
    "A subscription whose kinds were narrowed together with a new url still gets the kinds from before.",
    handle=_narrowed_and_moved,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _noting_addresses(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    url = sent(call).get("url")
    if not answer.ok or not isinstance(url, str):
        return answer
    addresses: list[str] = relay.memory.setdefault(answer.json()["data"]["id"], [])
    if addresses[-1:] != [url]:
        addresses.append(url)
    if len(addresses) >= _SECOND_CHANGE:
        relay.memory[f"{call.api_key} {url}"] = addresses[-2]
    return answer


def _to_the_address_before(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    return [replace(delivery, url=memory.get(f"{delivery.api_key} {delivery.url}", delivery.url))]


event_fault(
    "EVT-09.lot53-second-change-of-url",
    "Deliveries go to the url before when the url of a subscription was changed a second time.",
    _to_the_address_before,
    handle=_noting_addresses,
    hidden="after another operation",
    origin=Origin.blind,
)
