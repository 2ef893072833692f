"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

Json = dict[str, Any]


async def _subscription(call: Call) -> Json:
    """The subscription that a call is about, empty when its key has none of this id."""
    found = await subscriptions_of(aside(call))
    return next((item for item in found if item["id"] == call.path_params["id"]), {})


# A plain fault.
@mutant(
    "WHK-04.lot17-listed-on",
    "A removed subscription stays in the list.",
    "listWebhooks deleteWebhook",
    origin=Origin.blind,
)
async def _listed_on(call: Call) -> Answer:
    removed: list[Json] = call.memory.setdefault("removed", [])
    before = await _subscription(call) if call.operation == "deleteWebhook" else {}
    answer = await call.forward()
    if answer.ok and before:
        removed.append(before)
    if not answer.ok or call.operation == "deleteWebhook" or not removed:
        return answer
    return one_page(call, answer, [*await subscriptions_of(aside(call)), *removed])


# Faults under a condition.
@mutant(
    "WHK-03.lot17-two-members",
    "A change of url and events, without a description, changes the url alone.",
    "updateWebhook",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _two_members(call: Call) -> Answer:
    before = await _subscription(call) if set(sent(call)) == {"url", "events"} else {}
    answer = await call.forward()
    if not answer.ok or not before:
        return answer
    return await aside(call).upstream("PUT", call.path, json={"events": before["events"]})


@mutant(
    "EVT-09.lot17-second-move",
    "After the second change of a url, deliveries go on to the url of the first change.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_move(call: Call) -> Answer:
    moves: dict[str, str] = call.memory.setdefault("moves", {})
    before = await _subscription(call) if call.operation == "updateWebhook" else {}
    answer = await call.forward()
    url, hook_id = sent(call).get("url"), call.path_params.get("id", "")
    if not answer.ok or not before or not url:
        return overlaid_webhooks(call, answer)
    if hook_id in moves:
        await aside(call).upstream("PUT", call.path, json={"url": moves[hook_id]})
        pretend(call, hook_id, url=url)
    elif url != before["url"]:
        moves[hook_id] = url
    return overlaid_webhooks(call, answer)


async def _changed(call: Call, relay: Relay) -> Answer:
    """Notes changes of bookings that bring a reference alone, before the sandbox sends their event."""
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    silent: set[str] = relay.memory.setdefault("silent", set())
    if set(sent(call)) == {"agencyBookingReference"}:
        silent.add(call.path_params["id"])
    else:
        silent.discard(call.path_params["id"])
    return await call.forward()


def _unless_silent(delivery: Delivery, memory: Json) -> list[Delivery]:
    """No delivery about a change of the reference alone."""
    if kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory.get("silent", ()):
        return []
    return [delivery]


event_fault(
    "EVT-02.lot17-reference-alone",
    "A change of agencyBookingReference alone sends no booking.modified.",
    _unless_silent,
    operations="updateBooking",
    handle=_changed,
    hidden="some values",
    origin=Origin.blind,
)
