"""Blind faults of the fifty-second lot: webhooks and events."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of, overlaid_webhooks, pretend
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_KEPT_SECONDS = 5.0


@mutant(
    "WHK-04.lot52-removed-is-only-paused",
    "DELETE /webhooks/{id} pauses the subscription, which stays in the list and can be resumed.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def _removed_is_only_paused(call: Call) -> Answer:
    paused = await aside(call).upstream("PUT", call.path, json={"isActive": False})
    if not paused.ok:
        return await call.forward()
    kept = tuple(pair for pair in paused.headers if pair[0].lower() not in ("content-type", "content-length"))
    return Answer(204, kept, b"")


@mutant(
    "EVT-05.lot52-removed-kinds-still-delivered",
    "A subscription still gets the kinds of event that a change has taken out of its events.",
    "updateWebhook listWebhooks",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _removed_kinds_still_delivered(call: Call) -> Answer:
    wanted = sent(call).get("events")
    if call.operation == "listWebhooks" or not isinstance(wanted, list):
        return overlaid_webhooks(call, await call.forward())
    webhook_id = call.path_params["id"]
    known: list[str] = next(
        (item["events"] for item in await subscriptions_of(aside(call)) if item["id"] == webhook_id), []
    )
    dropped = [kind for kind in known if kind not in wanted] if wanted else []
    answer = await call.with_json(sent(call) | {"events": [*wanted, *dropped]}).forward()
    if answer.ok:
        pretend(call, webhook_id, events=wanted)
    return overlaid_webhooks(call, answer)


def _unless_unsent(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """The delivery, or none when it tells of one of the changes that are not told."""
    untold: Counter[str] = memory.setdefault("untold", Counter())
    booking_id = str(event_of(delivery)["data"]["id"])
    if kind_of(delivery) != MODIFIED or not untold[booking_id]:
        return [delivery]
    untold[booking_id] -= 1
    return []


async def _texts_of_a_pending_booking(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    untold: Counter[str] = relay.memory.setdefault("untold", Counter())
    before = await booking_of(call)
    if before.get("status") != "pending" or "players" in sent(call):
        return await call.forward()
    # The delivery may arrive before the answer.
    subscribed = sum(MODIFIED in item["events"] for item in await subscriptions_of(aside(call)) if item["isActive"])
    untold[before["id"]] += subscribed
    answer = await call.forward()
    if not answer.ok:
        untold[before["id"]] -= subscribed
    return answer


event_fault(
    "EVT-02.lot52-texts-of-a-pending-booking",
    "A change of texts alone sends no booking.modified while the booking is pending.",
    _unless_unsent,
    operations="updateBooking",
    handle=_texts_of_a_pending_booking,
    hidden="after another operation",
    origin=Origin.blind,
)


@mutant(
    "EVT-14.lot52-pending-copy-after-the-event",
    "An agency with a subscription reads a booking it has just seen pending as pending after the event.",
    "getBooking updateBooking cancelBooking",
    hidden="after another operation",
    origin=Origin.blind,
)
async def _pending_copy_after_the_event(call: Call) -> Answer:
    copies: dict[str, tuple[float, Answer]] = call.memory.setdefault("copies", {})
    booking_id = call.path_params["id"]
    if call.operation != "getBooking":
        copies.pop(booking_id, None)
        return await call.forward()
    at, copy = copies.get(booking_id, (0.0, None))
    if copy is not None and time.monotonic() - at < _KEPT_SECONDS:
        return copy
    answer = await call.forward()
    if data_of(answer).get("status") == "pending" and await subscriptions_of(aside(call)):
        copies[booking_id] = (time.monotonic(), answer)
    return answer
