"""Blind faults of the sixty-fifth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_NO_CONTENT = 204
Memory = dict[str, Any]


@mutant(
    "WHK-04.lot65-removal-without-effect",
    "DELETE /webhooks/{id} answers that the subscription is gone, and it stays.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _removal_without_effect(call: Call) -> Answer:
    known = [item["id"] for item in await subscriptions_of(aside(call))]
    return Answer(_NO_CONTENT, (), b"") if call.path_params["id"] in known else await call.forward()


@mutant(
    "WHK-03.lot65-kinds-only-added",
    "A change of the events of a subscription adds new kinds and takes none away.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_only_added(call: Call) -> Answer:
    body = sent(call)
    events = body.get("events")
    known = {item["id"]: item["events"] for item in await subscriptions_of(aside(call))}
    before = known.get(call.path_params["id"])
    if before is None or not isinstance(events, list) or not events:
        return await call.forward()
    kept = [kind for kind in before if kind not in events]
    return await call.with_json(body | {"events": [*events, *kept]}).forward()


def _subscriptions(memory: Memory, api_key: str) -> dict[str, str]:
    """The addresses of the subscriptions of an agency by their ids, in the order of their creation."""
    found: dict[str, str] = memory.setdefault("subscriptions", {}).setdefault(api_key, {})
    return found


async def _noting_addresses(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    known = _subscriptions(relay.memory, call.api_key)
    if answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        known[data_of(answer)["id"]] = data_of(answer)["url"]
    if answer.ok and call.operation == "deleteWebhook":
        known.pop(call.path_params["id"], None)
    return answer


async def _reference_changed(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    silent: set[str] = relay.memory.setdefault("silent", set())
    if set(sent(call)) == {"agencyBookingReference"}:
        silent.add(call.path_params["id"])
    else:
        silent.discard(call.path_params["id"])
    return await call.forward()


def _but_references(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    silent = memory.get("silent", ())
    return [] if kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in silent else [delivery]


event_fault(
    "EVT-02.lot65-reference-alone-silent",
    "A change of nothing but the agencyBookingReference sends no booking.modified.",
    _but_references,
    operations="updateBooking",
    handle=_reference_changed,
    hidden="some values",
    origin=Origin.blind,
)


async def _address_changed(call: Call, relay: Relay) -> Answer:
    before = _subscriptions(relay.memory, call.api_key).get(call.path_params.get("id", ""))
    answer = await _noting_addresses(call, relay)
    if call.operation != "updateWebhook" or not answer.ok or before is None:
        return answer
    after = data_of(answer)["url"]
    if after != before and "events" in sent(call):
        relay.memory.setdefault("former", {})[call.api_key, after] = before
    return answer


def _to_former_address(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    former = memory.get("former", {}).get((delivery.api_key, delivery.url))
    return [replace(delivery, url=former)] if former and kind_of(delivery) == CANCELLED else [delivery]


event_fault(
    "EVT-09.lot65-cancellations-to-former-url",
    "After a change of url and events together, booking.cancelled still goes to the former url.",
    _to_former_address,
    handle=_address_changed,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


async def _noting_requests(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await _noting_addresses(call, relay)
    answer = await call.forward()
    if data_of(answer).get("status") == "pending":
        relay.memory.setdefault("requests", set()).add(data_of(answer)["id"])
    return answer


def _to_the_newest(delivery: Delivery, memory: Memory) -> Sequence[Delivery]:
    addresses = list(_subscriptions(memory, delivery.api_key).values())
    if kind_of(delivery) != CONFIRMED or event_of(delivery)["data"]["id"] not in memory.get("requests", ()):
        return [delivery]
    return [delivery] if delivery.url in addresses[-1:] else []


event_fault(
    "EVT-11.lot65-course-tells-newest-only",
    "When a course confirms, only the newest subscription of an agency gets booking.confirmed.",
    _to_the_newest,
    operations="createBooking",
    handle=_noting_requests,
    hidden="after another operation",
    origin=Origin.blind,
)
