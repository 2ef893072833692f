"""Faults of subscriptions that were changed or removed, and of their deliveries (WHK-03, 04 and EVT-08, 09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.parts.borrowed import a_refusal_for_an_unknown_id, subscriptions_of
from tests.mutants.parts.pretending import body_of, data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import WorldMemory, sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault


async def _keep_serving(call: Call, relay: Relay) -> Answer:
    if call.operation != "deleteWebhook":
        return await relay.webhooks(call)
    return Answer(204, (), b"")


event_fault("EVT-08", "The service still delivers to a removed subscription.", handle=_keep_serving)


async def _keep_used(call: Call, relay: Relay) -> Answer:
    """The first subscription of a key was removed after it was used, or not; only the used ones live on."""
    if call.operation != "deleteWebhook" or not relay.memory:
        return await relay.webhooks(call)
    return Answer(204, (), b"")


def _note_use(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    memory[delivery.url] = True
    return [delivery]


event_fault(
    "EVT-08.used",
    "The service still delivers to a removed subscription that got deliveries before.",
    _note_use,
    handle=_keep_used,
    hidden="after another operation",
)


async def _keep_url(call: Call, relay: Relay) -> Answer:
    url = sent(call).get("url")
    if call.operation != "updateWebhook" or url is None:
        return await relay.webhooks(call)
    kept = {name: value for name, value in sent(call).items() if name != "url"} or {"isActive": True}
    answer = await relay.webhooks(call.with_json(kept))
    return answer.with_json(put("data.url", url)(answer.json())) if answer.ok else answer


event_fault("EVT-09", "The answer shows a new url, but deliveries go to the old url.", handle=_keep_url)


def _both(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old = memory.get(delivery.url)
    return [delivery, replace(delivery, url=old)] if old else [delivery]


async def _remember_old(call: Call, relay: Relay) -> Answer:
    if call.operation == "updateWebhook" and "url" in sent(call):
        relay.memory[sent(call)["url"]] = relay.subscribers[call.api_key][-1]
    return await relay.webhooks(call)


event_fault("EVT-09.both", "After a change of the url, deliveries also go to the old url.", _both, handle=_remember_old)

_NOTHING = Answer(204, (), b"")


def _ignoring(name: str, member: str) -> None:
    """The answer shows a change of *member*, but the service does not store the change."""

    @mutant(name, f"The answer shows a change of {member}, but the service does not store the change.", "updateWebhook")
    async def _ignored(call: Call) -> Answer:
        body = sent(call)
        kept = {name: value for name, value in body.items() if name != member} or {"isActive": True}
        answer = await call.with_json(kept).forward()
        shown = answer.ok and member in body
        return answer.with_json(put(f"data.{member}", body[member])(answer.json())) if shown else answer


_ignoring("WHK-03", "url")
_ignoring("WHK-03.events", "events")
_ignoring("WHK-03.description", "description")


@mutant("WHK-03.added", "A change of events adds to them.", "updateWebhook")
async def _added(call: Call) -> Answer:
    body = sent(call)
    before = await subscriptions_of(call)
    old: list[str] = next(
        (subscription["events"] for subscription in before if subscription["id"] == call.path_params["id"]), []
    )
    return await call.with_json(body | {"events": sorted({*old, *body.get("events", ())})}).forward()


@mutant("WHK-04", "The list still shows a removed subscription.", "deleteWebhook")
async def _stays(call: Call) -> Answer:
    known = [subscription["id"] for subscription in await subscriptions_of(call)]
    return _NOTHING if call.path_params["id"] in known else await call.forward()


@mutant("WHK-04.all", "A removal removes every subscription.", "deleteWebhook")
async def _all_removed(call: Call) -> Answer:
    answer = await call.forward()
    for subscription in await subscriptions_of(call) if answer.ok else []:
        await call.upstream("DELETE", f"/webhooks/{subscription['id']}")
    return answer


@mutant(
    "WHK-03.blind-second",
    "The answer shows the second change of a subscription, but the service does not store it.",
    "updateWebhook",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _second_change_lost(call: Call) -> Answer:
    changed: Counter[str] = call.memory.setdefault("changed", Counter())
    if not changed[call.path_params["id"]]:
        answer = await call.forward()
        changed[call.path_params["id"]] += answer.ok
        return answer
    before = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    record = next(
        (subscription for subscription in before.json()["data"] if subscription["id"] == call.path_params["id"]), None
    )
    answer = await call.forward()
    if answer.ok and record is not None:
        old = {name: record[name] for name in ("url", "events", "description") if record.get(name) is not None}
        await call.with_json(old).forward()
    return answer


@mutant(
    "WHK-03.blind-two-members",
    "A change of url and events together keeps the url.",
    "updateWebhook",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def _keeps_url(call: Call) -> Answer:
    body = body_of(call)
    if not {"url", "events"} <= set(body):
        return await call.forward()
    return await call.with_json({name: value for name, value in body.items() if name != "url"}).forward()


@mutant(
    "WHK-04.blind-after-update",
    "A subscription that was changed is still listed after its removal.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _listed_after_removal(call: Call) -> Answer:
    changed, removed = call.memory.setdefault("changed", {}), call.memory.setdefault("removed", [])
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed[call.path_params["id"]] = data_of(answer)
    elif call.operation == "deleteWebhook" and answer.ok and call.path_params["id"] in changed:
        removed.append(changed.pop(call.path_params["id"]))
    elif call.operation == "listWebhooks" and answer.ok and removed:
        body = answer.json()
        body["data"] += removed
        body["meta"]["pagination"]["totalItems"] += len(removed)
        body["meta"]["pagination"]["totalPages"] = 1
        return answer.with_json(body)
    return answer


@mutant(
    "EVT-09.blind-old-url",
    "Deliveries go to the first url of a subscription after its url was changed.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _old_url(call: Call) -> Answer:
    body = body_of(call)
    if call.operation != "updateWebhook" or "url" not in body:
        answer = await call.forward()
        if call.operation == "createWebhook" and answer.ok:
            call.memory[data_of(answer)["id"]] = data_of(answer)["url"]
        return overlaid_webhooks(call, answer)
    checked = await call.forward()
    first = call.memory.get(call.path_params["id"])
    if checked.ok and first:
        await call.upstream("PUT", f"/webhooks/{call.path_params['id']}", json={"url": first})
        pretend(call, call.path_params["id"], url=body["url"])
    return checked


@mutant(
    "EVT-08.blind-updated-before",
    "A subscription that was changed disappears after its removal, but still gets deliveries.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _goes_on(call: Call) -> Answer:
    changed, removed = call.memory.setdefault("changed", set()), call.memory.setdefault("removed", set())
    if call.operation == "listWebhooks":
        answer = await call.forward()
        if answer.ok and removed:
            body = answer.json()
            body["data"] = [item for item in body["data"] if item["id"] not in removed]
            body["meta"]["pagination"]["totalItems"] = len(body["data"])
            return answer.with_json(body)
        return answer
    own = call.path_params["id"]
    if own in removed:
        return await a_refusal_for_an_unknown_id(call)
    if call.operation == "deleteWebhook" and own in changed:
        removed.add(own)
        spare = {"url": "https://example.com/spare", "events": ["booking.modified"]}
        created = await call.upstream("POST", "/webhooks", json=spare)
        return await call.upstream("DELETE", f"/webhooks/{data_of(created)['id']}")
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(own)
    return answer


_OF_A_WORLD = WorldMemory()


@mutant(
    "ENV-16.subscription",
    "The service refuses a change of a subscription of another agency, and stores its description.",
    "updateWebhook listWebhooks",
    hidden="another agency",
    origin=Origin.hidden,
)
async def _stored_although_refused(call: Call) -> Answer:
    answer = await call.forward()
    stored: dict[str, str] = _OF_A_WORLD.of(call)
    if call.operation == "updateWebhook" and answer.status == 404 and "description" in body_of(call):
        stored[call.path_params["id"]] = body_of(call)["description"]
    if call.operation == "updateWebhook" or not answer.ok:
        return answer
    shown = answer.json()
    for record in shown["data"]:
        record["description"] = stored.get(record["id"], record.get("description"))
    return answer.with_json(shown)
