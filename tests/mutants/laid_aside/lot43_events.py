"""Blind faults of the forty-third lot: webhooks, events and tokens."""

from __future__ import annotations

from typing import Any

from tests.mutants.laid_aside.common import aside
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.disguises import one_page
from tests.mutants.parts.events import CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.histories import booking_now
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

Json = dict[str, Any]


@mutant(
    "WHK-04.lot43-switched-off-for-removed",
    "A removed subscription stays in the list and is not active.",
    "listWebhooks deleteWebhook",
    origin=Origin.blind,
)
async def _switched_off(call: Call) -> Answer:
    gone: dict[str, Json] = call.memory.setdefault("gone", {})
    if call.operation == "deleteWebhook":
        known = {item["id"]: item for item in await subscriptions_of(aside(call))}
        answer = await call.forward()
        if answer.ok and (item := known.get(call.path_params["id"])):
            gone[item["id"]] = item | {"isActive": False}
        return answer
    answer = await call.forward()
    if not answer.ok or not gone:
        return answer
    return one_page(call, answer, [*await subscriptions_of(aside(call)), *gone.values()])


@mutant(
    "WHK-03.lot43-kinds-are-only-added",
    "A change of the events of a subscription adds kinds and removes none.",
    "updateWebhook",
    hidden="some values",
    origin=Origin.blind,
)
async def _kinds_are_only_added(call: Call) -> Answer:
    body = sent(call)
    kinds = body.get("events")
    found = [item for item in await subscriptions_of(aside(call)) if item["id"] == call.path_params["id"]]
    if not isinstance(kinds, list) or not kinds or not found:
        return await call.forward()
    kept = [kind for kind in found[0]["events"] if kind not in kinds]
    return await (call.with_json(body | {"events": [*kinds, *kept]}) if kept else call).forward()


def _without(kind: str, delivery: Delivery, memory: Json) -> list[Delivery]:
    muted = kind_of(delivery) == kind and memory.get(event_of(delivery)["data"]["id"], False)
    return [] if muted else [delivery]


async def _muted_texts(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    # The delivery may come before the answer.
    relay.memory[call.path_params["id"]] = "players" not in sent(call)
    return await call.forward()


event_fault(
    "EVT-02.lot43-no-news-of-texts",
    "A change of texts alone sends no booking.modified.",
    lambda delivery, memory: _without(MODIFIED, delivery, memory),
    operations="updateBooking",
    handle=_muted_texts,
    hidden="some values",
    origin=Origin.blind,
)


async def _muted_confirmations(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before = await booking_now(aside(call))
    answer = await call.forward()
    if answer.ok and before.get("status") == "pending":
        relay.memory[call.path_params["id"]] = True
    return answer


event_fault(
    "EVT-04.lot43-changed-before-the-course-answers",
    "The confirmation of a booking that was changed while it was pending sends no event.",
    lambda delivery, memory: _without(CONFIRMED, delivery, memory),
    operations="updateBooking",
    handle=_muted_confirmations,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "JWT-04.lot43-renewed-session-outlives-logout",
    "A session that was refreshed before its logout can be refreshed again.",
    "refreshToken revokeToken",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _outlives_logout(call: Call) -> Answer:
    renewed: dict[str, str] = call.memory.setdefault("renewed", {})
    ended: set[str] = call.memory.setdefault("ended", set())
    answer = await call.forward()
    if call.operation == "revokeToken":
        header = next((value for name, value in call.headers if name.lower() == "authorization"), "")
        if answer.ok and (token := renewed.pop(header.partition(" ")[2], "")):
            ended.add(token)
        return answer
    token = str(sent(call).get("refreshToken", ""))
    if not answer.ok and token in ended:
        ended.discard(token)
        answer = await aside(call).upstream("POST", "/auth/token")
    if answer.ok:
        pair = data_of(answer)
        renewed[pair["accessToken"]] = pair["refreshToken"]
    return answer
