"""Blind faults of webhook subscriptions and of deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of
from tests.mutants.parts.substitutes import a_refusal, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_QUIET = timedelta(minutes=1)


# A plain fault.
@mutant(
    "WHK-03.lot36-description",
    "An update of a subscription shows the new description and keeps the old one.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _description(call: Call) -> Answer:
    body = sent(call)
    known = {kept["id"]: kept for kept in await subscriptions_of(aside(call))}
    before = known.get(call.path_params["id"], {}).get("description")
    if "description" not in body or before is None:
        return await call.forward()
    answer = await call.with_json(body | {"description": before}).forward()
    return answer.with_json(put("data.description", body["description"])(answer.json())) if answer.ok else answer


# Faults under a condition.
def _first_of_a_minute(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    event = event_of(delivery)
    number = {name.lower(): value for name, value in delivery.headers}.get("webhook-id", "")
    about, at = f"{delivery.url} {event['data']['id']}", moment_of(event["timestamp"])
    known, before = memory.setdefault(about, (number, at))
    # A repetition of a delivery has the number of the first.
    if number != known and abs(at - before) < _QUIET:
        return []
    memory[about] = (number, at)
    return [delivery]


event_fault(
    "EVT-02.lot36-first-of-a-minute",
    "A change less than a minute after the change before sends no event.",
    _first_of_a_minute,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _moved_away(call: Call, relay: Relay) -> Answer:
    moved: dict[str, bool] = call.memory.setdefault("moved", {})
    gone: dict[str, bool] = call.memory.setdefault("gone", {})
    webhook_id = call.path_params.get("id", "")
    if webhook_id in gone:
        return await a_refusal(aside(call), 404, "webhook_not_found", "Your agency has no such subscription.")
    if call.operation == "deleteWebhook" and webhook_id in moved:
        gone[webhook_id] = True
        return Answer(204, (), b"")
    answer = await relay.webhooks(call)
    if call.operation == "updateWebhook" and answer.ok and "url" in sent(call):
        moved[webhook_id] = True
    if call.operation != "listWebhooks" or not answer.ok:
        return answer
    body = answer.json()
    body["data"] = [kept for kept in body["data"] if kept["id"] not in gone]
    pagination = body["meta"]["pagination"]
    total = pagination["totalItems"] - len(gone)
    pagination |= {"totalItems": total, "totalPages": -(-total // pagination["pageSize"])}
    return answer.with_json(body)


event_fault(
    "EVT-08.lot36-moved-before",
    "A subscription whose url was changed still gets deliveries after it is removed.",
    operations="",
    handle=_moved_away,
    hidden="after another operation",
    origin=Origin.blind,
)


def _world(api_key: str) -> str:
    return api_key.rpartition("_")[0]


async def _note_neighbours(call: Call, relay: Relay) -> Answer:
    subscribed = relay.memory.setdefault("subscribed", {})
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            relay.memory[f"{call.api_key} {data_of(answer)['course']['id']}"] = True
        return answer
    answer = await relay.webhooks(call)
    if call.operation == "deleteWebhook" and answer.ok:
        subscribed.pop(call.path_params["id"], None)
    elif call.operation != "listWebhooks" and (kept := data_of(answer)):
        subscribed[kept["id"]] = (call.api_key, kept["url"], kept["events"])
    return answer


def _to_neighbours(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    course_id = event["data"].get("courseId")
    copies = [
        replace(delivery, api_key=key, url=url)
        for key, url, kinds in memory.get("subscribed", {}).values()
        if key != delivery.api_key and _world(key) == _world(delivery.api_key)
        if event["type"] in kinds and f"{key} {course_id}" in memory
    ]
    return [delivery, *copies]


event_fault(
    "EVT-13.lot36-booked-the-same-course",
    "An agency that booked a course gets the events of other subscribed agencies there as well.",
    _to_neighbours,
    operations="createBooking",
    handle=_note_neighbours,
    hidden="another agency",
    origin=Origin.blind,
)
