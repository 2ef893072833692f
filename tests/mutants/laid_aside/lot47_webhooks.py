"""Blind faults of the forty-seventh lot: webhooks, events and tokens."""

from __future__ import annotations

import base64
from dataclasses import replace
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import EVERY_OPERATION, Origin, mutant
from tests.mutants.tools.relays import RELAY_PATH, Delivery, Relay, event_fault

_BEARER = "Bearer "


@mutant(
    "WHK-03.lot47-kinds-stay",
    "A change of a subscription leaves its event kinds as they were.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _kinds_stay(call: Call) -> Answer:
    before = next((item for item in await subscriptions_of(call) if item["id"] == call.path_params["id"]), None)
    answer = await call.forward()
    if not answer.ok or before is None or "events" not in sent(call):
        return answer
    await aside(call).upstream("PUT", call.path, json={"events": before["events"]})
    body = answer.json()
    body["data"]["events"] = before["events"]
    return answer.with_json(body)


def _as_form(delivery: Delivery, _: dict[str, Any]) -> list[Delivery]:
    kept = tuple(pair for pair in delivery.headers if pair[0].lower() != "content-type")
    headers = (*kept, ("content-type", "application/x-www-form-urlencoded"))
    return [replace(delivery, headers=headers, body=urlencode({"payload": delivery.text}).encode())]


event_fault(
    "EVT-12.lot47-form-body",
    "A delivery is a form whose field payload has the JSON.",
    _as_form,
    origin=Origin.blind,
)


async def _noting_references(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    relay.memory[call.path_params["id"]] = set(sent(call)) == {"agencyBookingReference"}
    return await call.forward()


event_fault(
    "EVT-02.lot47-reference-alone-is-silent",
    "A change of nothing but the agency reference sends no event.",
    lambda delivery, memory: (
        [] if kind_of(delivery) == MODIFIED and memory.get(event_of(delivery)["data"]["id"]) else [delivery]
    ),
    operations="updateBooking",
    handle=_noting_references,
    hidden="some values",
    origin=Origin.blind,
)


def _true_address(url: str) -> str:
    """The address of the subscriber behind an address of the relay."""
    return base64.urlsafe_b64decode(url.rpartition("/")[2]).decode() if RELAY_PATH in url else url


async def _noting_moves(call: Call, relay: Relay) -> Answer:
    moved: dict[Any, str] = relay.memory.setdefault("moved", {})
    served: set[Any] = relay.memory.setdefault("served", set())
    before = None
    if call.operation == "updateWebhook":
        found = await subscriptions_of(call)
        before = next((_true_address(item["url"]) for item in found if item["id"] == call.path_params["id"]), None)
    answer = await relay.webhooks(call)
    target = (call.api_key, sent(call).get("url"))
    if answer.ok and "url" in sent(call):
        moved.pop(target, None)
        if before not in (None, target[1]) and set(sent(call)) == {"url"} and (call.api_key, before) in served:
            moved[target] = str(before)
    return answer


def _to_the_old_address(delivery: Delivery, memory: dict[str, Any]) -> list[Delivery]:
    place = (delivery.api_key, delivery.url)
    memory.setdefault("served", set()).add(place)
    old = memory.setdefault("moved", {}).get(place)
    return [replace(delivery, url=old) if old else delivery]


event_fault(
    "EVT-09.lot47-known-address-stays",
    "When only the url of a subscription that had deliveries is changed, they still go to the old url.",
    _to_the_old_address,
    handle=_noting_moves,
    hidden="after another operation",
    origin=Origin.blind,
)


def _bearer(call: Call) -> str:
    """The token that a call carries, empty when it carries none."""
    given = next((value for name, value in call.headers if name.lower() == "authorization"), "")
    return given.removeprefix(_BEARER)


@mutant(
    "JWT-01.lot47-opaque-token",
    "The token is an opaque word and no JWT.",
    EVERY_OPERATION,
    origin=Origin.blind,
)
async def _opaque(call: Call) -> Answer:
    true: dict[str, str] = call.memory.setdefault("tokens", {})
    if (given := _bearer(call)) in true:
        call = call.with_header("authorization", _BEARER + true[given])
    answer = await call.forward()
    if call.operation != "createToken" or not answer.ok:
        return answer
    body = answer.json()
    token = body["data"]["accessToken"]
    word = sha256(token.encode()).hexdigest()[:40]
    true[word] = token
    body["data"]["accessToken"] = word
    return answer.with_json(body)


@mutant(
    "JWT-04.lot47-renewed-session-lives-on",
    "A session that was refreshed before its logout can be refreshed after it.",
    "createToken refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _lives_on(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        if answer.ok and _bearer(call) in renewed:
            ended.add(renewed[_bearer(call)])
        return answer
    if call.operation == "refreshToken":
        if not answer.ok and sent(call).get("refreshToken") in ended:
            answer = await aside(call).upstream("POST", "/auth/token")
        if answer.ok:
            pair = answer.json()["data"]
            renewed[pair["accessToken"]] = pair["refreshToken"]
    return answer
