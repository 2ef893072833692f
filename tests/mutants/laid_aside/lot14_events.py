"""Faults of webhooks, their deliveries and token sessions, written blind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, moment_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_A_MINUTE = 60.0
_SERVED = 2


@mutant("WHK-03.lot14-url-kept", "A change of a subscription keeps the old url.", "updateWebhook", origin=Origin.blind)
async def _url_kept(call: Call) -> Answer:
    before = {record["id"]: record["url"] for record in await subscriptions_of(aside(call))}
    answer = await call.forward()
    old = before.get(call.path_params["id"])
    if answer.ok and old is not None and "url" in sent(call):
        await aside(call).upstream("PUT", call.path, json={"url": old})
    return answer


def _webhook_id(delivery: Delivery) -> str:
    return next((value for name, value in delivery.headers if name.lower() == "webhook-id"), "")


def _first_change_of_a_minute(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != MODIFIED:
        return [delivery]
    event = event_of(delivery)
    key = f"{delivery.api_key}|{delivery.url}|{event['data']['id']}"
    at, name = moment_of(event["timestamp"]), _webhook_id(delivery)
    last, last_name = memory.get(key, (None, ""))
    if last is not None and name != last_name and (at - last).total_seconds() < _A_MINUTE:
        return []
    memory[key] = at, name
    return [delivery]


event_fault(
    "EVT-02.lot14-second-change",
    "A second change of a booking within a minute sends no event.",
    _first_change_of_a_minute,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _adds_kinds(call: Call, relay: Relay) -> Answer:
    asked = sent(call).get("events")
    if call.operation != "updateWebhook" or not isinstance(asked, list):
        return overlaid_webhooks(call, await relay.webhooks(call))
    records = {record["id"]: record["events"] for record in await subscriptions_of(aside(call))}
    before = [kind for kind in records.get(call.path_params["id"], []) if kind not in asked]
    answer = await relay.webhooks(call, lambda body: body | {"events": [*asked, *before]})
    if answer.ok:
        pretend(call, call.path_params["id"], events=asked)
    return overlaid_webhooks(call, answer)


event_fault(
    "EVT-05.lot14-kinds-taken-away",
    "A kind of event that a change takes away from a subscription is still delivered.",
    handle=_adds_kinds,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noted(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    live: dict[str, dict[str, Any]] = relay.memory.setdefault(call.api_key, {})
    if answer.ok and call.operation in ("createWebhook", "updateWebhook"):
        live[data_of(answer)["id"]] = data_of(answer)
    if answer.ok and call.operation == "deleteWebhook":
        live.pop(call.path_params["id"], None)
    return answer


def _first_two(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    kind = kind_of(delivery)
    urls = [record["url"] for record in memory.get(delivery.api_key, {}).values() if kind in record["events"]]
    return [] if delivery.url in urls[_SERVED:] and delivery.url not in urls[:_SERVED] else [delivery]


event_fault(
    "EVT-11.lot14-third-subscription",
    "Only the first two subscriptions of a kind are served.",
    _first_two,
    handle=_noted,
    hidden="some values",
    origin=Origin.blind,
)


def _bearer(call: Call) -> str:
    headers = {name.lower(): value for name, value in call.headers}
    return headers.get("authorization", "").partition(" ")[2]


@mutant(
    "JWT-04.lot14-renewed-session",
    "The logout ends the first refresh token of a session: one that was renewed before can be refreshed on.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _renewed_session(call: Call) -> Answer:
    sessions: dict[str, dict[str, Any]] = call.memory.setdefault("sessions", {})
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in sessions:
            sessions[_bearer(call)]["is_over"] = True
        return answer
    token = str(sent(call).get("refreshToken", ""))
    session = sessions.get(token, {}) if call.operation == "refreshToken" else {}
    is_revived = bool(session.get("is_over")) and session.get("last") == token and bool(session.get("renewals"))
    if not answer.ok and is_revived:
        answer = await aside(call).upstream("POST", "/auth/token")
    if not answer.ok:
        return answer
    renewals = session.get("renewals", 0) + 1 if call.operation == "refreshToken" else 0
    given = data_of(answer)
    session.update(renewals=renewals, last=given["refreshToken"])
    sessions[given["accessToken"]] = sessions[given["refreshToken"]] = session
    return answer
