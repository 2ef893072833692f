"""Blind faults of the fifty-ninth lot: webhooks and events."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import RELAY_PATH, Delivery, Relay, event_fault

_MANY = 3


@mutant(
    "WHK-03.lot59-kinds-stay-as-they-were",
    "A change of a subscription is accepted but leaves its event kinds as they were.",
    "updateWebhook",
    origin=Origin.blind,
)
async def _kinds_stay_as_they_were(call: Call) -> Answer:
    before = {webhook["id"]: webhook["events"] for webhook in await subscriptions_of(aside(call))}
    answer = await call.forward()
    events = before.get(call.path_params["id"])
    if not answer.ok or events is None or "events" not in sent(call):
        return answer
    return await aside(call).upstream("PUT", call.path, json={"events": events})


async def _note_bare_reference(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    silent: set[str] = relay.memory.setdefault("silent", set())
    if set(sent(call)) == {"agencyBookingReference"}:
        silent.add(call.path_params["id"])
    else:
        silent.discard(call.path_params["id"])
    return await call.forward()


def _without(kind: str) -> Any:
    def change(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
        silent = memory.get("silent", ())
        is_silent = kind_of(delivery) == kind and event_of(delivery)["data"]["id"] in silent
        return [] if is_silent else [delivery]

    return change


event_fault(
    "EVT-02.lot59-quiet-about-references",
    "A change of nothing but the agency's reference sends no booking.modified.",
    _without(MODIFIED),
    operations="updateBooking",
    handle=_note_bare_reference,
    hidden="some values",
    origin=Origin.blind,
)


async def _note_raise_while_pending(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before = await booking_of(call)
    answer = await call.forward()
    was_pending = before.get("status") == "pending"
    if answer.ok and was_pending and answer.json()["data"]["players"] > before["players"]:
        relay.memory.setdefault("silent", set()).add(before["id"])
    return answer


event_fault(
    "EVT-04.lot59-quiet-after-a-raise",
    "Confirmation by the course sends no event when the agency raised the players while the booking was pending.",
    _without(CONFIRMED),
    operations="updateBooking",
    handle=_note_raise_while_pending,
    hidden="after another operation",
    origin=Origin.blind,
)


def _true_url(url: str) -> str:
    return base64.urlsafe_b64decode(url.rpartition("/")[2]).decode() if RELAY_PATH in url else url


async def _note_the_oldest(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    if answer.ok and call.operation != "listWebhooks":
        urls = [_true_url(webhook["url"]) for webhook in await subscriptions_of(aside(call)) if webhook["isActive"]]
        relay.memory[call.api_key] = urls[-1] if len(set(urls)) >= _MANY else None
    return answer


def _past_the_oldest(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    is_left_out = kind_of(delivery) == CANCELLED and memory.get(delivery.api_key) == delivery.url
    return [] if is_left_out else [delivery]


event_fault(
    "EVT-11.lot59-oldest-of-three-left-out",
    "The oldest of three or more subscriptions gets no booking.cancelled.",
    _past_the_oldest,
    handle=_note_the_oldest,
    hidden="some values",
    origin=Origin.blind,
)
