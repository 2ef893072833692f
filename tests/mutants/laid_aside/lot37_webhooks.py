"""Blind faults of subscriptions and of deliveries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on

_BODY_TELLS = frozenset(["status", "date"])


# Plain faults.
@mutant(
    "WHK-03.lot37-old-description",
    "An update of a subscription leaves the description as it was.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _old_description(call: Call) -> Answer:
    wish = sent(call)
    if "description" not in wish:
        return await call.forward()
    kept = [found for found in await subscriptions_of(aside(call)) if found["id"] == call.path_params["id"]]
    if not kept or not isinstance(wish["description"], str):
        return await call.forward()
    return await call.with_json(wish | {"description": kept[0].get("description") or ""}).forward()


def _nameless(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    body = event_of(delivery)
    body["data"] = {name: value for name, value in body["data"].items() if name in _BODY_TELLS}
    return [replace(delivery, body=json.dumps(body).encode())]


event_fault(
    "EVT-07.lot37-nameless",
    "A delivery does not say which booking it is about.",
    _nameless,
    origin=Origin.blind,
)


# Faults under a condition.
def _to_the_old_address(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old, bookings = memory.get(f"moved {delivery.api_key} {delivery.url}", ("", ()))
    if not old or event_of(delivery)["data"].get("id") not in bookings:
        return [delivery]
    return [replace(delivery, url=old)]


async def _noting_the_move(call: Call, relay: Relay) -> Answer:
    made: list[str] = relay.memory.setdefault(f"made {call.api_key}", [])
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            made.append(data_of(answer)["id"])
        return answer
    url = str(sent(call).get("url", ""))
    if call.operation != "updateWebhook" or not url:
        return await relay.webhooks(call)
    asked = replace(
        aside(call), method="GET", path="/webhooks", operation="listWebhooks", query_string="pageSize=100", body=b""
    )
    listed = await relay.webhooks(asked)
    answer = await relay.webhooks(call)
    for found in listed.json()["data"] if listed.ok else ():
        if answer.ok and found["id"] == call.path_params["id"] and found["url"] != url:
            relay.memory[f"moved {call.api_key} {url}"] = (found["url"], tuple(made))
    return answer


event_fault(
    "EVT-09.lot37-address-of-creation",
    "Events of a booking that is older than the change of the url still go to the url before it.",
    _to_the_old_address,
    operations="createBooking",
    handle=_noting_the_move,
    hidden="after another operation",
    origin=Origin.blind,
)


def _remembering_changes(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) == MODIFIED:
        booking_id = event_of(delivery)["data"].get("id")
        memory.setdefault(f"{delivery.api_key} {booking_id}", {})[delivery.url] = delivery
    return [delivery]


def _once_more(delivery: Delivery) -> Delivery:
    """The delivery under another id, so that it is no repetition."""
    headers = tuple((name, f"{value}x" if name.lower() == "webhook-id" else value) for name, value in delivery.headers)
    return replace(delivery, headers=headers)


async def _told_when_refused(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if code_of(answer) == "booking_cancelled":
        before: dict[str, Delivery] = relay.memory.get(f"{call.api_key} {call.path_params['id']}", {})
        for delivery in list(before.values()):
            await send_on(_once_more(delivery))
    return answer


event_fault(
    "EVT-10.lot37-change-of-a-cancelled",
    "A refused change of a cancelled booking that was changed before sends booking.modified.",
    _remembering_changes,
    operations="updateBooking",
    handle=_told_when_refused,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "WHK-04.lot37-twin",
    "Where two subscriptions have one url, a removal of one removes the other.",
    "deleteWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _twin(call: Call) -> Answer:
    every = await subscriptions_of(aside(call))
    wanted = next((found for found in every if found["id"] == call.path_params["id"]), None)
    twins = [found["id"] for found in every if wanted and found["url"] == wanted["url"] and found is not wanted]
    return await (call.upstream("DELETE", f"/webhooks/{twins[0]}") if twins else call.forward())
