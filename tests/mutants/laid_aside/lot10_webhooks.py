"""Blind faults of the tenth lot: webhook subscriptions and their deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, event_fault

_KNOWN = (CONFIRMED, CANCELLED, MODIFIED)


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that the call is about, empty when the agency has none with that id."""
    found = await subscriptions_of(aside(call))
    return next((kept for kept in found if kept["id"] == call.path_params["id"]), {})


@mutant(
    "WHK-06.lot10-one-known-is-enough",
    "A subscription to an unknown kind of event is accepted when one of its kinds is known.",
    WEBHOOK_OPERATIONS,
    hidden="some values",
    origin=Origin.blind,
)
async def _one_known_is_enough(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok and "events" in sent(call):
        pretended(call).pop(call.path_params["id"], None)
    if call.operation != "createWebhook" or code_of(answer) != "event_unknown":
        return overlaid_webhooks(call, answer)
    asked = sent(call)["events"]
    known = [kind for kind in _KNOWN if kind in asked]
    created = await call.with_json(sent(call) | {"events": known}).forward() if known else answer
    if created.ok:
        pretend(call, data_of(created)["id"], events=asked)
    return overlaid_webhooks(call, created)


@mutant(
    "WHK-03.lot10-kinds-only-added",
    "A change of the events of a subscription adds kinds and takes none away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    asked = sent(call).get("events")
    if not isinstance(asked, list):
        return await call.forward()
    kept = (await _subscription(call)).get("events", [])
    gone = [kind for kind in kept if kind not in asked]
    return await (call.with_json(sent(call) | {"events": [*asked, *gone]}) if gone and asked else call).forward()


@mutant(
    "WHK-04.lot10-version-before",
    "The removal of a subscription that was changed brings back what it was before the change.",
    "updateWebhook deleteWebhook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _version_before(call: Call) -> Answer:
    before = await _subscription(call) if call.operation == "updateWebhook" else {}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "updateWebhook":
        call.memory[call.path_params["id"]] = before
    elif older := call.memory.pop(call.path_params["id"], None):
        version = {name: older[name] for name in ("url", "events", "description") if older.get(name)}
        await aside(call).upstream("POST", "/webhooks", json=version)
    return answer


def _once_a_host(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    host, event = urlsplit(delivery.url).hostname, event_of(delivery)
    sent_once = f"{delivery.api_key} {host} {event['type']} {event['data']['id']} {event['timestamp']}"
    first = memory.setdefault(sent_once, delivery.url)
    return [delivery] if delivery.url == first else []


event_fault(
    "EVT-11.lot10-once-a-host",
    "Of two subscriptions with addresses at one host, only one gets an event.",
    _once_a_host,
    hidden="some values",
    origin=Origin.blind,
)
