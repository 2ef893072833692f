"""Blind faults of subscriptions and deliveries."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_BURST_SECONDS = 10.0
_TURNS = itertools.count()


# A plain fault.
@mutant(
    "WHK-04.lot33-only-paused",
    "A subscription that is removed is only paused: it stays in the list.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _only_paused(call: Call) -> Answer:
    paused = await aside(call).upstream("PUT", call.path, json={"isActive": False})
    if not paused.ok:
        return await call.forward()
    kept = tuple(pair for pair in paused.headers if not pair[0].lower().startswith("content-"))
    return Answer(204, kept, b"")


# Faults under a condition.
def _burst(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    changed: dict[tuple[str, str], float] = memory.setdefault("changed", {})
    place, now = (delivery.url, str(event_of(delivery)["data"]["id"])), time.monotonic()
    if kind_of(delivery) == MODIFIED:
        changed[place] = now
    just_changed = now - changed.get(place, -_BURST_SECONDS) < _BURST_SECONDS
    return [] if kind_of(delivery) == CANCELLED and just_changed else [delivery]


event_fault(
    "EVT-01.lot33-cancelled-after-a-change",
    "booking.cancelled is not sent within ten seconds of booking.modified for the same booking.",
    _burst,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _following_addresses(call: Call, relay: Relay) -> Answer:
    urls: dict[str, list[str]] = relay.memory.setdefault("urls", {})
    back: dict[tuple[str, str], str] = relay.memory.setdefault("back", {})
    answer = await relay.webhooks(call)
    url = sent(call).get("url")
    if not answer.ok or not isinstance(url, str):
        return answer
    if call.operation == "createWebhook":
        urls[data_of(answer)["id"]] = [url]
    if call.operation == "updateWebhook":
        had = urls.setdefault(call.path_params["id"], [])
        back.pop((call.api_key, url), None)
        if had and url == had[0] != had[-1]:
            back[call.api_key, url] = had[-1]
        elif url not in had[-1:]:
            had.append(url)
    return answer


def _to_the_address_before(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    other = memory.get("back", {}).get((delivery.api_key, delivery.url))
    return [replace(delivery, url=other)] if other else [delivery]


event_fault(
    "EVT-09.lot33-changed-back",
    "After the url of a subscription was changed back to its first value, deliveries go to the second.",
    _to_the_address_before,
    handle=_following_addresses,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_ages(call: Call, relay: Relay) -> Answer:
    made: dict[str, int] = relay.memory.setdefault("made", {})
    since: dict[str, int] = relay.memory.setdefault("since", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            made[data_of(answer)["id"]] = next(_TURNS)
        return answer
    if call.operation == "createWebhook":
        since.setdefault(str(sent(call).get("url")), next(_TURNS))
    return await relay.webhooks(call)


def _older_than_the_booking(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    made = memory.get("made", {}).get(event_of(delivery)["data"]["id"])
    since = memory.get("since", {}).get(delivery.url, -1)
    return [] if made is not None and since > made else [delivery]


event_fault(
    "EVT-11.lot33-younger-than-the-booking",
    "A subscription that is younger than a booking gets no events about it.",
    _older_than_the_booking,
    operations="createBooking",
    handle=_noting_ages,
    hidden="after another operation",
    origin=Origin.blind,
)
