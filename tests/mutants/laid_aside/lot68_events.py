"""Blind faults of the sixty-eighth lot: events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, event_fault


@mutant(
    "WHK-03.lot68-kinds-only-added",
    "An update adds the kinds it names to those of the subscription, and takes none away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    body = sent(call)
    events = body.get("events")
    if not isinstance(events, list) or not events:
        return await call.forward()
    mine = [hook for hook in await subscriptions_of(aside(call)) if hook["id"] == call.path_params["id"]]
    former = [kind for hook in mine for kind in hook["events"] if kind not in events]
    return await call.with_json(body | {"events": [*events, *former]}).forward()


def _once_for_a_host(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    host = urlsplit(delivery.url).netloc
    first_there = memory.setdefault((delivery.api_key, delivery.text, host), delivery.url)
    return [delivery] if first_there == delivery.url else []


event_fault(
    "EVT-11.lot68-once-for-a-host",
    "A modification is sent once to a host, so that a second subscription there does not get it.",
    _once_for_a_host,
    hidden="some values",
    origin=Origin.blind,
)
