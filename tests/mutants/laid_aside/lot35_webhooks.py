"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_CALM = timedelta(seconds=5)
_MOST = 3
_WEBHOOK_CHANGES = ("createWebhook", "updateWebhook")


def _about(delivery: Delivery) -> str:
    """The id of what a delivery is about."""
    return str(event_of(delivery)["data"]["id"])


# A plain fault.
@mutant(
    "WHK-03.lot35-change-is-lost",
    "The change of a subscription is answered as if it were done, and is not kept.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _change_is_lost(call: Call) -> Answer:
    known = {webhook["id"]: webhook for webhook in await subscriptions_of(aside(call))}
    before = known.get(call.path_params["id"])
    answer = await call.forward()
    if answer.ok and before:
        kept = {name: before[name] for name in ("url", "events", "isActive")}
        await aside(call).upstream("PUT", call.path, json=kept | {"description": before.get("description", "")})
    return answer


# Faults under a condition.
def _to_the_former_url(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    former, made_before = memory.get(f"moved {delivery.api_key} {delivery.url}", ("", ()))
    return [replace(delivery, url=former)] if _about(delivery) in made_before else [delivery]


async def _moving(call: Call, relay: Relay) -> Answer:
    made: list[str] = relay.memory.setdefault(f"made {call.api_key}", [])
    urls: dict[str, str] = relay.memory.setdefault(f"urls {call.api_key}", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            made.append(data_of(answer)["id"])
        return answer
    answer = await relay.webhooks(call)
    webhook = data_of(answer)
    if call.operation in _WEBHOOK_CHANGES and webhook:
        former = urls.get(webhook["id"], webhook["url"])
        urls[webhook["id"]] = webhook["url"]
        if former != webhook["url"]:
            relay.memory[f"moved {call.api_key} {webhook['url']}"] = (former, tuple(made))
    return answer


event_fault(
    "EVT-09.lot35-old-bookings-old-url",
    "After a change of the url, events about bookings that were made before it still go to the old url.",
    _to_the_former_url,
    operations="createBooking",
    handle=_moving,
    hidden="after another operation",
    origin=Origin.blind,
)


def _only_three(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    told: list[str] = memory.setdefault(f"{delivery.api_key} {delivery.text}", [])
    if delivery.url not in told:
        told.append(delivery.url)
    return [delivery] if delivery.url in told[:_MOST] else []


event_fault(
    "EVT-11.lot35-only-three",
    "An event goes to three addresses at most; a subscription with a fourth address gets nothing.",
    _only_three,
    hidden="some values",
    origin=Origin.blind,
)


def _calmed(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    place, moment = f"{delivery.api_key} {delivery.url} {_about(delivery)}", event_of(delivery)["timestamp"]
    former = memory.get(place)
    if former is not None and moment_of(moment) - moment_of(former) < _CALM:
        return []
    memory[place] = moment
    return [delivery]


event_fault(
    "EVT-02.lot35-five-seconds-calm",
    "A change of a booking within five seconds after an announced change of it sends no event.",
    _calmed,
    hidden="after another operation",
    origin=Origin.blind,
)


def _to_those_who_waited(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    asked = memory.get(f"asked {_about(delivery)}")
    subscribed = memory.get(f"subscribed {delivery.api_key} {delivery.url}", 0)
    late = kind_of(delivery) == CONFIRMED and asked is not None and subscribed > asked
    return [] if late else [delivery]


async def _counting(call: Call, relay: Relay) -> Answer:
    now = relay.memory["now"] = relay.memory.get("now", 0) + 1
    if call.operation == "createBooking":
        answer = await call.forward()
        if data_of(answer).get("status") == "pending":
            relay.memory[f"asked {data_of(answer)['id']}"] = now
        return answer
    answer = await relay.webhooks(call)
    if call.operation == "createWebhook" and answer.ok:
        relay.memory.setdefault(f"subscribed {call.api_key} {data_of(answer)['url']}", now)
    return answer


event_fault(
    "EVT-04.lot35-late-subscriber",
    "The confirmation by a course is not sent to a subscription that is younger than the pending booking.",
    _to_those_who_waited,
    operations="createBooking",
    handle=_counting,
    hidden="after another operation",
    origin=Origin.blind,
)


def _faithful(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    told: list[str] = memory.setdefault(f"told {delivery.api_key} {delivery.url}", [])
    live, removed = (memory.get(f"{kind} {delivery.api_key}", {}).values() for kind in ("live", "removed"))
    if delivery.url in removed and delivery.url not in live:
        return [delivery] if _about(delivery) in told else []
    told.append(_about(delivery))
    return [delivery]


async def _removing(call: Call, relay: Relay) -> Answer:
    live: dict[str, str] = relay.memory.setdefault(f"live {call.api_key}", {})
    removed: dict[str, str] = relay.memory.setdefault(f"removed {call.api_key}", {})
    webhook_id = call.path_params.get("id", "")
    if webhook_id in removed:
        return await call.upstream(call.method, "/webhooks/whk_00000000", json=call.json())
    if call.operation == "deleteWebhook" and relay.memory.get(f"told {call.api_key} {live.get(webhook_id)}"):
        removed[webhook_id] = live.pop(webhook_id)
        return Answer(204, (), b"")
    answer = await relay.webhooks(call)
    if call.operation == "deleteWebhook" and answer.ok:
        live.pop(webhook_id, None)
    elif call.operation in _WEBHOOK_CHANGES and data_of(answer):
        live[data_of(answer)["id"]] = data_of(answer)["url"]
    elif call.operation == "listWebhooks" and answer.ok and removed:
        return _without(answer, removed)
    return answer


def _without(answer: Answer, removed: dict[str, str]) -> Answer:
    body = answer.json()
    pagination = body["meta"]["pagination"]
    body["data"] = [webhook for webhook in body["data"] if webhook["id"] not in removed]
    pagination["totalItems"] -= len(removed)
    pagination["totalPages"] = -(-pagination["totalItems"] // pagination["pageSize"])
    return answer.with_json(body)


event_fault(
    "EVT-08.lot35-faithful-to-the-end",
    "A removed subscription still gets the events of bookings that it had events of before.",
    _faithful,
    handle=_removing,
    hidden="after another operation",
    origin=Origin.blind,
)
