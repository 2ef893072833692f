"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import orjson

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend, pretended
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

_KINDS = frozenset(["booking.confirmed", "booking.cancelled", "booking.modified"])


async def _subscription(call: Call) -> dict[str, Any]:
    """The subscription that a call is about, as the sandbox keeps it; empty when the caller has none."""
    found = await subscriptions_of(aside(call))
    return next((item for item in found if item["id"] == call.path_params["id"]), {})


def _has_good_kinds(call: Call) -> bool:
    kinds = sent(call).get("events")
    return isinstance(kinds, list) and 0 < len(kinds) == len(set(map(str, kinds))) and set(map(str, kinds)) <= _KINDS


# Plain faults.
@mutant(
    "WHK-03.lot4-kinds-are-fixed",
    "A change of a subscription ignores the kinds of event.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _kinds_are_fixed(call: Call) -> Answer:
    kept = await _subscription(call)
    if not _has_good_kinds(call) or not kept:
        return await call.forward()
    return await call.with_json(sent(call) | {"events": kept["events"]}).forward()


def _by_row_number(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    names = {"id", "bookingReference", "agencyBookingReference"}
    rest = {name: value for name, value in event["data"].items() if name not in names}
    row = sum(event["data"]["id"].encode())
    return [replace(delivery, body=orjson.dumps(event | {"data": rest | {"id": f"{row}"}}))]


event_fault(
    "EVT-07.lot4-row-number",
    "A delivery names the booking by a number of the database, which no answer shows, and has no reference.",
    _by_row_number,
    origin=Origin.blind,
)


# Faults under a condition.
async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = True
    return answer


event_fault(
    "EVT-01.lot4-after-a-change",
    "The cancellation of a booking that was changed before sends no booking.cancelled.",
    lambda delivery, changed: (
        [] if kind_of(delivery) == CANCELLED and event_of(delivery)["data"]["id"] in changed else [delivery]
    ),
    operations="updateBooking",
    handle=_noting_changes,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_quiet_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    # Before the sandbox makes the change: its delivery can overtake the answer.
    relay.memory[call.path_params["id"]] = set(sent(call)) == {"agencyBookingReference"}
    return await call.forward()


event_fault(
    "EVT-02.lot4-reference-alone",
    "A change of the agency's reference alone sends no booking.modified.",
    lambda delivery, quiet: (
        [] if kind_of(delivery) == MODIFIED and quiet.get(event_of(delivery)["data"]["id"]) else [delivery]
    ),
    operations="updateBooking",
    handle=_noting_quiet_changes,
    hidden="some values",
    origin=Origin.blind,
)


@mutant(
    "EVT-05.lot4-kinds-stay",
    "The kinds that a change removes from a subscription are still delivered.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _kinds_stay(call: Call) -> Answer:
    kept = await _subscription(call) if call.operation == "updateWebhook" else {}
    if not kept or not _has_good_kinds(call):
        return overlaid_webhooks(call, await call.forward())
    wanted = sent(call)["events"]
    answer = await call.with_json(sent(call) | {"events": sorted({*kept["events"], *wanted})}).forward()
    if answer.ok:
        pretend(call, kept["id"], events=wanted)
    return overlaid_webhooks(call, answer)


@mutant(
    "EVT-09.lot4-url-and-kinds",
    "After a change of the url together with the kinds, deliveries still go to the old url.",
    WEBHOOK_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _url_and_kinds(call: Call) -> Answer:
    kept = await _subscription(call) if call.operation == "updateWebhook" else {}
    body = sent(call)
    if not kept or "url" not in body:
        return overlaid_webhooks(call, await call.forward())
    answer = await call.forward()
    if not answer.ok:
        return answer
    pretended(call).pop(kept["id"], None)
    if "events" in body:
        await aside(call).upstream("PUT", call.path, json={"url": kept["url"]})
        pretend(call, kept["id"], url=body["url"])
    return answer


def _once_for_each_path(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    path = delivery.url.partition("?")[0]
    told = (delivery.api_key, path, event["type"], event["timestamp"], event["data"]["id"])
    return [delivery] if memory.setdefault(str(told), delivery.url) == delivery.url else []


event_fault(
    "EVT-11.lot4-query-ignored",
    "Of two subscriptions whose urls differ in the query alone, one gets the event.",
    _once_for_each_path,
    hidden="some values",
    origin=Origin.blind,
)
