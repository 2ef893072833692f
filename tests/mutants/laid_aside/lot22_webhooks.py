"""Blind faults of subscriptions and of their deliveries."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import code_of, sent
from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.registry import Origin, mutant, request_change
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_BEHIND_SECONDS = 1.5

# A plain fault.
request_change(
    "WHK-07.lot22-events-by-themselves",
    "A subscription without events is accepted, for all events.",
    "createWebhook",
    lambda call: call.with_json(sent(call) | {"events": [CONFIRMED, CANCELLED, MODIFIED]}),
    when=lambda call: bool(sent(call)) and "events" not in sent(call),
    origin=Origin.blind,
)


# Faults under a condition.
async def _noting_moves(call: Call, relay: Relay) -> Answer:
    made: set[str] = relay.memory.setdefault("made", set())
    urls: dict[str, str] = relay.memory.setdefault("urls", {})
    moves: list[tuple[str, str, str, frozenset[str]]] = relay.memory.setdefault("moves", [])
    if call.operation == "createBooking":
        answer = await call.forward()
        if answer.ok:
            made.add(str(data_of(answer)["id"]))
        return answer
    answer = await relay.webhooks(call)
    hook = data_of(answer)
    if "url" not in hook:
        return answer
    before = str(urls.get(hook["id"]) or hook["url"])
    urls[hook["id"]] = hook["url"]
    if before != hook["url"]:
        moves.append((call.api_key, hook["url"], before, frozenset(made)))
    return answer


def _to_the_old_url(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking = event_of(delivery)["data"].get("id")
    for key, new, old, made in memory.get("moves", []):
        if (key, new) == (delivery.api_key, delivery.url) and booking in made:
            return [replace(delivery, url=old)]
    return [delivery]


event_fault(
    "EVT-09.lot22-bookings-from-before",
    "Events of bookings that were made before a subscription changed its url go to the old url.",
    _to_the_old_url,
    operations="createBooking",
    handle=_noting_moves,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _noting_changes(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    answer = await call.forward()
    if answer.ok:
        relay.memory[call.path_params["id"]] = True
    return answer


def _as_a_change(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED or event_of(delivery)["data"].get("id") not in memory:
        return [delivery]
    return [replace(delivery, body=write_json(event_of(delivery) | {"type": MODIFIED}))]


event_fault(
    "EVT-01.lot22-changed-before",
    "The cancellation of a booking that was changed before is sent as booking.modified.",
    _as_a_change,
    operations="updateBooking",
    handle=_noting_changes,
    hidden="after another operation",
    origin=Origin.blind,
)


async def _reads_behind(call: Call, relay: Relay) -> Answer:
    waiting: set[str] = relay.memory.setdefault("waiting", set())
    told: dict[str, float] = relay.memory.setdefault("told", {})
    if call.operation not in ("createBooking", "getBooking"):
        return await relay.webhooks(call)
    answer = await call.forward()
    booking = data_of(answer)
    if call.operation == "createBooking" and booking.get("status") == "pending":
        waiting.add(booking["id"])
    if call.operation == "getBooking" and time.monotonic() - told.get(str(booking.get("id")), -9) < _BEHIND_SECONDS:
        return answer.with_json({"data": booking | {"status": "pending"}})
    return answer


def _noting_the_event(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    booking = event_of(delivery)["data"].get("id")
    if kind_of(delivery) == CONFIRMED and booking in memory.get("waiting", ()):
        memory["told"].setdefault(booking, time.monotonic())
    return [delivery]


event_fault(
    "EVT-14.lot22-read-model-behind",
    "For a moment after the event that a course has confirmed, a read of the booking still says pending.",
    _noting_the_event,
    operations="createBooking getBooking",
    handle=_reads_behind,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "EVT-10.lot22-no-room-for-more",
    "A refused change of a booking for two or more sends booking.modified when places were missing.",
    "updateBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _no_room_for_more(call: Call) -> Answer:
    answer = await call.forward()
    if code_of(answer) != "tee_time_unavailable":
        return answer
    players = (await booking_of(call)).get("players", 1)
    # The sandbox tells of changes only: one there, and one back.
    for value in (players - 1, players) if players > 1 else ():
        await aside(call).upstream("PUT", call.path, json={"players": value})
    return answer
