"""Faults of subscriptions, of what is told of changes, of groups and of confirmed hooks, written without knowledge of
the suite.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from tests.mutants.tools.borrowed import a_refusal_for_a_missing_key
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.edits import put
from tests.mutants.tools.registry import mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault
from tests.mutants.tools.substitutes import a_bad_request, a_refusal, code_of, sent


@mutant("AUT-08.blind-groups", "Group bookings demand a bearer token beside the key.", "createGroupBooking")
async def _group_needs_token(call: Call) -> Answer:
    if any(name.lower() == "authorization" for name, _ in call.headers):
        return await call.forward()
    return await a_refusal_for_a_missing_key(call)


@mutant(
    "HOK-06.blind-unread",
    "The booking of a confirmed hook is listed and cannot be read.",
    "confirmBookingHook getBooking",
)
async def _hooked_unreadable(call: Call) -> Answer:
    answer = await call.forward()
    hooked: set[str] = call.memory.setdefault("hooked", set())
    if call.operation == "confirmBookingHook":
        if answer.ok:
            hooked.add(answer.json()["data"]["id"])
        return answer
    if call.path_params["id"] in hooked:
        return await a_refusal(call, 404, "booking_not_found", "There is no such booking.")
    return answer


@mutant(
    "GRP-09.blind-afternoon",
    "find-slots refuses a preferred start after noon.",
    "findGroupSlots",
    hidden="some values",
)
async def _no_afternoon(call: Call) -> Answer:
    late = str(sent(call).get("preferredStartTime", "")) >= "12:00"
    return await (a_bad_request(call, "Groups start in the morning.") if late else call.forward())


@mutant("GRP-14.blind-players", "The players of an unknown group are taken with 200.", "updateGroupBookingPlayers")
async def _players_of_nobody(call: Call) -> Answer:
    answer = await call.forward()
    if answer.status != 404:
        return answer
    return answer.with_status(200).with_json({"data": {"id": call.path_params["id"], "status": "processing"}})


@mutant(
    "WHK-03.blind-second",
    "The second change of a subscription is answered and not kept.",
    "updateWebhook",
    hidden="after another operation",
)
async def _second_change_lost(call: Call) -> Answer:
    changed: Counter[str] = call.memory.setdefault("changed", Counter())
    if not changed[call.path_params["id"]]:
        answer = await call.forward()
        changed[call.path_params["id"]] += answer.ok
        return answer
    before = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    record = next((one for one in before.json()["data"] if one["id"] == call.path_params["id"]), None)
    answer = await call.forward()
    if answer.ok and record is not None:
        old = {name: record[name] for name in ("url", "events", "description") if record.get(name) is not None}
        await call.with_json(old).forward()
    return answer


@mutant(
    "WHK-05.blind-change",
    "A subscription can be changed to a url that is not HTTPS.",
    "updateWebhook listWebhooks",
    hidden="one of two ways",
)
async def _plain_by_a_change(call: Call) -> Answer:
    urls: dict[str, str] = call.memory.setdefault("urls", {})
    answer = await call.forward()
    url = str(sent(call).get("url", ""))
    if call.operation == "updateWebhook" and code_of(answer) == "webhook_url" and url.startswith("http://"):
        body = sent(call) | {"url": url.replace("http://", "https://")}
        answer = await call.with_json(body).forward()
        if not answer.ok:
            return answer
        urls[call.path_params["id"]] = url
    if not answer.ok:
        return answer
    data = answer.json()
    for one in data["data"] if isinstance(data["data"], list) else [data["data"]]:
        one["url"] = urls.get(one["id"], one["url"])
    return answer.with_json(data)


def _event(delivery: Delivery) -> dict[str, Any]:
    return dict(json.loads(delivery.body))


async def _remember_two_members(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    if len(sent(call)) > 1:
        relay.memory[call.path_params["id"]] = True
    else:
        relay.memory.pop(call.path_params["id"], None)
    return await call.forward()


event_fault(
    "EVT-02.blind-two-members",
    "A change of several members at once is not told.",
    lambda delivery, memory: (
        []
        if _event(delivery)["type"] == "booking.modified" and _event(delivery)["data"]["id"] in memory
        else [delivery]
    ),
    operations="updateBooking",
    handle=_remember_two_members,
    hidden="a combination of parameters",
)


async def _all_kinds_after_a_change(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateWebhook" or "events" in sent(call) or "url" not in sent(call):
        return await relay.webhooks(call)
    known = await call.upstream("GET", "/webhooks", query={"pageSize": 100})
    record = next((one for one in known.json()["data"] if one["id"] == call.path_params["id"]), None)
    every = {"events": ["booking.confirmed", "booking.cancelled", "booking.modified"]}
    answer = await relay.webhooks(call, lambda body: body | every)
    if answer.ok and record is not None:
        return answer.with_json(put("data.events", record["events"])(answer.json()))
    return answer


event_fault(
    "EVT-05.blind-new-url",
    "A subscription whose url was changed gets every kind.",
    handle=_all_kinds_after_a_change,
    hidden="after another operation",
)
