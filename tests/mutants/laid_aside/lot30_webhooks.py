"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import Json, data_of, moment_of, overlaid_webhooks, paged, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import WEBHOOK_OPERATIONS, Delivery, Relay, event_fault

_QUIET_SECONDS = 60


# A plain fault.
@mutant(
    "WHK-03.lot30-first-description",
    "The list shows the description with which a subscription was created, whatever a change made of it.",
    "createWebhook listWebhooks",
    origin=Origin.blind,
)
async def _first_description(call: Call) -> Answer:
    first: dict[str, Any] = call.memory.setdefault("first", {})
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "createWebhook":
        first[data_of(answer)["id"]] = data_of(answer).get("description")
        return answer
    body = answer.json()
    for item in body["data"]:
        description = first.get(item["id"], item.get("description"))
        item.pop("description", None)
        item.update({} if description is None else {"description": description})
    return answer.with_json(body)


# Faults under a condition.
@mutant(
    "WHK-04.lot30-written-back",
    "A removed subscription is listed again after the agency changes another one.",
    WEBHOOK_OPERATIONS,
    hidden="after another operation",
    origin=Origin.blind,
)
async def _written_back(call: Call) -> Answer:
    known: dict[str, Json] = call.memory.setdefault("known", {})
    removed: list[Json] = call.memory.setdefault("removed", [])
    risen: list[Json] = call.memory.setdefault("risen", [])
    answer = await call.forward()
    if not answer.ok:
        return answer
    if call.operation == "deleteWebhook":
        removed += [known.pop(call.path_params["id"])] if call.path_params["id"] in known else []
        return answer
    if call.operation == "listWebhooks":
        return paged(answer, await subscriptions_of(call) + risen) if risen else answer
    if call.operation == "updateWebhook":
        risen += removed
        removed.clear()
    known[data_of(answer)["id"]] = {name: value for name, value in data_of(answer).items() if name != "secret"}
    return answer


def _but_the_hasty(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    event = event_of(delivery)
    key, at = (delivery.api_key, delivery.url, event["data"]["id"]), moment_of(event["timestamp"])
    before = memory.get(str(key))
    memory[str(key)] = at
    return [delivery] if before is None or abs((at - before).total_seconds()) > _QUIET_SECONDS else []


event_fault(
    "EVT-02.lot30-second-change-in-a-minute",
    "A change within a minute of another change of the booking sends no event.",
    _but_the_hasty,
    hidden="after another operation",
    origin=Origin.blind,
)


def _kinds(value: object) -> list[str]:
    return [kind for kind in value if isinstance(kind, str)] if isinstance(value, list) else []


async def _kinds_only_grow(call: Call, relay: Relay) -> Answer:
    true: dict[str, list[str]] = call.memory.setdefault("true", {})
    wanted = _kinds(sent(call).get("events"))
    webhook_id = call.path_params.get("id", "")
    if call.operation != "updateWebhook" or not wanted or webhook_id not in true:
        answer = await relay.webhooks(call)
        if call.operation == "createWebhook" and answer.ok:
            true[data_of(answer)["id"]] = wanted
        return overlaid_webhooks(call, answer)
    every = list(dict.fromkeys([*true[webhook_id], *wanted]))
    answer = await relay.webhooks(call, lambda body: body | {"events": every})
    if answer.ok:
        true[webhook_id] = every
        pretend(call, webhook_id, events=wanted)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot30-kinds-that-were-taken-away",
    "A kind of event that a change took from a subscription is still delivered to it.",
    operations="createWebhook",
    handle=_kinds_only_grow,
    hidden="after another operation",
    origin=Origin.blind,
)
