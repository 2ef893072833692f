"""Blind faults of the fifty-first lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend, pretended, slot_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

# So many removed subscriptions go on. More of them would use up the subscriptions of an agency.
_MOST_GHOSTS = 4
_NO_SUBSCRIPTION = "/webhooks/whk_000000000000"


@mutant(
    "EVT-08.lot51-deliveries-go-on",
    "A subscription that was removed is no longer listed, and its deliveries go on.",
    WEBHOOK_OPERATIONS,
    origin=Origin.blind,
)
async def _deliveries_go_on(call: Call) -> Answer:
    ghosts: list[str] = call.memory.setdefault("ghosts", [])
    if call.path_params.get("id") in ghosts:
        return await replace(call, path=_NO_SUBSCRIPTION).forward()
    if call.operation == "listWebhooks":
        return await _without_ghosts(call, ghosts)
    if call.operation != "deleteWebhook":
        return await call.forward()
    known = {subscription["id"] for subscription in await subscriptions_of(aside(call))}
    if call.path_params["id"] not in known:
        return await call.forward()
    ghosts.append(call.path_params["id"])
    if len(ghosts) > _MOST_GHOSTS:
        await aside(call).upstream("DELETE", f"/webhooks/{ghosts.pop(0)}")
    shape = await aside(call).upstream("GET", "/webhooks")
    kept = tuple(pair for pair in shape.headers if pair[0].lower() not in ("content-type", "content-length", "link"))
    return Answer(204, kept, b"")


async def _without_ghosts(call: Call, ghosts: Sequence[str]) -> Answer:
    """The list of subscriptions without those that were removed."""
    answer = await call.forward()
    if not answer.ok or not ghosts:
        return answer
    body = answer.json()
    alive = [item for item in await subscriptions_of(aside(call)) if item["id"] not in ghosts]
    pagination = body["meta"]["pagination"]
    size = pagination["pageSize"]
    first = (pagination["page"] - 1) * size
    pagination.update(totalItems=len(alive), totalPages=-(-len(alive) // size))
    return answer.with_json(body | {"data": alive[first : first + size]})


@mutant(
    "EVT-09.lot51-address-and-kinds-together",
    "After a change of both the url and the kinds of a subscription, deliveries still go to the old url.",
    WEBHOOK_OPERATIONS,
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _address_and_kinds_together(call: Call) -> Answer:
    if call.operation != "updateWebhook" or "url" not in sent(call):
        return overlaid_webhooks(call, await call.forward())
    subscription_id = call.path_params["id"]
    before = {item["id"]: item["url"] for item in await subscriptions_of(aside(call))}
    answer = await call.forward()
    if not answer.ok:
        return answer
    if "events" not in sent(call):
        pretended(call).pop(subscription_id, None)
        return answer
    await aside(call).upstream("PUT", call.path, json={"url": before[subscription_id]})
    pretend(call, subscription_id, url=sent(call)["url"])
    return answer


def _partners(memory: dict[str, Any], api_key: str, booking_id: str) -> set[str]:
    """The other agencies with a booking at the tee time of this booking."""
    slots: dict[str, tuple[str, str]] = memory.setdefault("slots", {})
    _, slot = slots.get(booking_id, ("", ""))
    world = api_key.rpartition("_")[0]
    same = {key for key, other in slots.values() if slot and other == slot and key.rpartition("_")[0] == world}
    return same - {api_key}


def _to_the_whole_flight(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED:
        return [delivery]
    wanted: dict[str, tuple[str, str]] = memory.setdefault("wanted", {})
    partners = _partners(memory, delivery.api_key, str(event_of(delivery)["data"]["id"]))
    urls = {(key, url) for key, url in wanted.values() if key in partners and url != delivery.url}
    return [delivery, *(replace(delivery, api_key=key, url=url) for key, url in sorted(urls))]


async def _knowing_the_flights(call: Call, relay: Relay) -> Answer:
    if call.operation in ("createBooking", "confirmBookingHook"):
        answer = await call.forward()
        if answer.ok:
            booking = data_of(answer)
            relay.memory.setdefault("slots", {})[booking["id"]] = (call.api_key, slot_of(booking))
        return answer
    answer = await relay.webhooks(call)
    wanted = relay.memory.setdefault("wanted", {})
    if answer.ok and call.operation == "deleteWebhook":
        wanted.pop(call.path_params["id"], None)
    elif answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        subscription = data_of(answer)
        wanted.pop(subscription["id"], None)
        if CANCELLED in subscription["events"]:
            wanted[subscription["id"]] = call.api_key, subscription["url"]
    return answer


event_fault(
    "EVT-13.lot51-cancellation-to-the-flight",
    "The cancellation of a booking is also delivered to the other agencies with a booking at its tee time.",
    _to_the_whole_flight,
    operations="createBooking confirmBookingHook",
    handle=_knowing_the_flights,
    hidden="another agency",
    origin=Origin.blind,
)
