"""Faults of subscriptions that are changed or removed twice at once, or changed after a refusal (WHK-03, 04)."""

from __future__ import annotations

from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, subscriptions_of
from tests.mutants.parts.crowds import FOR_TWO_SECONDS, Crowd
from tests.mutants.parts.pretending import overlaid_webhooks, pretend
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant

_EQUALS = Crowd(FOR_TWO_SECONDS)


@mutant(
    "WHK-04.twice-at-once",
    "Two removals of a subscription at the same moment leave it in the list.",
    "deleteWebhook listWebhooks",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _left_by_two(call: Call) -> Answer:
    left: dict[str, Any] = call.memory.setdefault("left", {})
    if call.operation == "listWebhooks":
        answer = await call.forward()
        return answer.with_json(answer.json() | {"data": [*answer.json()["data"], *left.values()]})
    removed = next((item for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]), None)
    async with _EQUALS.at(call.path, call) as met:
        answer = await call.forward()
        if removed and answer.ok and met["deleteWebhook"] > 1:
            left[removed["id"]] = removed
        return answer


@mutant(
    "WHK-03.twice-at-once",
    "Two equal changes of a subscription at the same moment change nothing.",
    "updateWebhook listWebhooks",
    hidden="under concurrency",
    origin=Origin.hidden,
)
async def _unchanged_by_two(call: Call) -> Answer:
    if call.operation == "listWebhooks":
        return overlaid_webhooks(call, await call.forward())
    before = next((item for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]), None)
    async with _EQUALS.at(call.path, call) as met:
        answer = await call.forward()
        if before and answer.ok and met["updateWebhook"] > 1:
            pretend(call, before["id"], **{name: before[name] for name in ("url", "events", "description")})
        return answer


@mutant(
    "WHK-03.locked-by-a-refusal",
    "A subscription cannot be changed after a refused change.",
    "updateWebhook",
    hidden="after another operation",
)
async def _locked_by_a_refusal(call: Call) -> Answer:
    webhook_id = call.path_params["id"]
    if webhook_id in call.memory:
        return await a_refusal_for_an_unknown_id(call)
    answer = await call.forward()
    if answer.status in (400, 422):
        call.memory[webhook_id] = True
    return answer


@mutant(
    "WHK-03.half-done",
    "A change with an unknown event kind is refused, and the subscription has no kinds then.",
    "updateWebhook listWebhooks",
    hidden="after another operation",
)
async def _half_done(call: Call) -> Answer:
    answer = await call.forward()
    if call.operation == "updateWebhook":
        call.memory[call.path_params["id"]] = answer.status == 422
        return answer
    if not answer.ok:
        return answer
    listed = [
        subscription | ({"events": []} if call.memory.get(subscription["id"]) else {})
        for subscription in answer.json()["data"]
    ]
    return answer.with_json(answer.json() | {"data": listed})
