"""Faults of subscriptions and events, written without knowledge of the suite."""

from __future__ import annotations

from tests.mutants.tools.borrowed import a_refusal_for_an_unknown_id
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.pretending import Json, body_of, data_of, pretend, pretended
from tests.mutants.tools.registry import mutant


async def _silently(call: Call) -> Answer:
    """The answer to a call that no subscription of the agency hears of."""
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    awake = [item["id"] for item in listed if item["isActive"]]
    for each in awake:
        await call.upstream("PUT", f"/webhooks/{each}", json={"isActive": False})
    answer = await call.forward()
    for each in awake:
        await call.upstream("PUT", f"/webhooks/{each}", json={"isActive": True})
    return answer


def _overlaid_webhooks(call: Call, answer: Answer) -> Answer:
    if not answer.ok or not answer.body:
        return answer
    body, shown = answer.json(), pretended(call)
    for item in body["data"] if isinstance(body["data"], list) else [body["data"]]:
        item.update(shown.get(item["id"], {}))
    return answer.with_json(body)


@mutant(
    "WHK-03.blind-two-members",
    "A change of url and events together keeps the url.",
    "updateWebhook",
    hidden="a combination of parameters",
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
    "WHK-09.blind-removed",
    "A subscription that was removed can be changed.",
    "updateWebhook deleteWebhook",
    hidden="after another operation",
)
async def _changed_after_removal(call: Call) -> Answer:
    own = call.path_params["id"]
    listed = await call.upstream("GET", "/webhooks")
    before: list[Json] = listed.json()["data"] if listed.ok else []
    answer = await call.forward()
    if call.operation == "deleteWebhook" and answer.ok:
        call.memory.update({item["id"]: item for item in before if item["id"] == own})
    if call.operation == "updateWebhook" and answer.status == 404 and own in call.memory:
        return listed.with_json({"data": call.memory[own] | body_of(call)})
    return answer


@mutant(
    "EVT-01.blind-changed-before",
    "Nobody hears of the cancellation of a booking that was changed.",
    "updateBooking cancelBooking",
    hidden="after another operation",
)
async def _silent_cancellation(call: Call) -> Answer:
    if call.operation == "cancelBooking" and call.path_params["id"] in call.memory:
        return await _silently(call)
    answer = await call.forward()
    if call.operation == "updateBooking" and answer.ok:
        call.memory[call.path_params["id"]] = True
    return answer


@mutant(
    "EVT-02.blind-reference-only",
    "Nobody hears of a change that leaves the number of players.",
    "updateBooking",
    hidden="some values",
)
async def _silent_change(call: Call) -> Answer:
    return await (call.forward() if "players" in body_of(call) else _silently(call))


@mutant(
    "EVT-04.blind-with-other-kinds",
    "A subscription to confirmations and other kinds hears of no confirmation.",
    "createWebhook updateWebhook listWebhooks",
    hidden="a combination of parameters",
)
async def _no_confirmation(call: Call) -> Answer:
    wanted = body_of(call).get("events")
    if not isinstance(wanted, list) or "booking.confirmed" not in wanted or len(wanted) < 2:
        return _overlaid_webhooks(call, await call.forward())
    fewer = [kind for kind in wanted if kind != "booking.confirmed"]
    answer = await call.with_json(body_of(call) | {"events": fewer}).forward()
    if answer.ok:
        pretend(call, data_of(answer)["id"], events=wanted)
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-05.blind-narrowed",
    "A kind that is taken out of a subscription is still delivered.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
)
async def _narrowed(call: Call) -> Answer:
    body = body_of(call)
    if call.operation != "updateWebhook" or not isinstance(body.get("events"), list):
        return _overlaid_webhooks(call, await call.forward())
    listed = (await call.upstream("GET", "/webhooks")).json().get("data", [])
    before: list[str] = next((item["events"] for item in listed if item["id"] == call.path_params["id"]), [])
    answer = await call.with_json(body | {"events": list(dict.fromkeys([*before, *body["events"]]))}).forward()
    if answer.ok:
        pretend(call, call.path_params["id"], events=body["events"])
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-09.blind-old-url",
    "Deliveries go to the first url of a subscription after its url was changed.",
    "createWebhook updateWebhook listWebhooks",
    hidden="after another operation",
)
async def _old_url(call: Call) -> Answer:
    body = body_of(call)
    if call.operation != "updateWebhook" or "url" not in body:
        answer = await call.forward()
        if call.operation == "createWebhook" and answer.ok:
            call.memory[data_of(answer)["id"]] = data_of(answer)["url"]
        return _overlaid_webhooks(call, answer)
    checked = await call.forward()
    first = call.memory.get(call.path_params["id"])
    if checked.ok and first:
        await call.upstream("PUT", f"/webhooks/{call.path_params['id']}", json={"url": first})
        pretend(call, call.path_params["id"], url=body["url"])
    return checked


@mutant(
    "EVT-06.blind-query",
    "Deliveries leave out the query of the url.",
    "createWebhook updateWebhook listWebhooks",
    hidden="some values",
)
async def _no_query(call: Call) -> Answer:
    url = body_of(call).get("url")
    if not isinstance(url, str) or "?" not in url:
        return _overlaid_webhooks(call, await call.forward())
    answer = await call.with_json(body_of(call) | {"url": url.partition("?")[0]}).forward()
    if answer.ok:
        pretend(call, data_of(answer)["id"], url=url)
    return _overlaid_webhooks(call, answer)


@mutant(
    "EVT-08.blind-updated-before",
    "A subscription that was changed is not heard of after its removal, and goes on delivering.",
    "updateWebhook deleteWebhook listWebhooks",
    hidden="after another operation",
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
        made = await call.upstream("POST", "/webhooks", json=spare)
        return await call.upstream("DELETE", f"/webhooks/{data_of(made)['id']}")
    answer = await call.forward()
    if call.operation == "updateWebhook" and answer.ok:
        changed.add(own)
    return answer
