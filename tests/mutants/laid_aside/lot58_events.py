"""Blind faults of the fifty-eighth lot: webhooks and events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from tests.mutants.laid_aside.common import aside, booking_of
from tests.mutants.parts.borrowed import subscriptions_of
from tests.mutants.parts.events import CANCELLED, CONFIRMED, MODIFIED, event_of, kind_of
from tests.mutants.parts.pretending import data_of
from tests.mutants.parts.substitutes import sent
from tests.mutants.tools.call import Answer, Call
from tests.mutants.tools.registry import Origin, mutant
from tests.mutants.tools.relays import Delivery, Relay, event_fault

_OF_A_BODY = frozenset(["content-type", "content-length"])


@mutant(
    "WHK-04.lot58-removal-only-pauses",
    "A removed subscription stays in the list and is only switched off.",
    "deleteWebhook",
    origin=Origin.blind,
)
async def removal_only_pauses(call: Call) -> Answer:
    paused = await aside(call).upstream("PUT", call.path, json={"isActive": False})
    if not paused.ok:
        return await call.forward()
    kept = tuple(pair for pair in paused.headers if pair[0].lower() not in _OF_A_BODY)
    return Answer(204, kept, b"")


@mutant(
    "WHK-03.lot58-kinds-lost-with-the-address",
    "A change that names both the address and the event kinds of a subscription does not store the kinds.",
    "updateWebhook",
    hidden="a combination of parameters",
    origin=Origin.blind,
)
async def kinds_lost_with_the_address(call: Call) -> Answer:
    body = sent(call)
    if not {"url", "events"} <= set(body):
        return await call.forward()
    before = {found["id"]: found["events"] for found in await subscriptions_of(aside(call))}
    answer = await call.forward()
    events = before.get(call.path_params["id"])
    if not answer.ok or events is None:
        return answer
    return await aside(call).upstream("PUT", call.path, json={"events": events})


def _as_a_form(delivery: Delivery, _: dict[str, Any]) -> Sequence[Delivery]:
    event = event_of(delivery)
    body = urlencode({"type": event["type"], "id": event["data"].get("id", "")}).encode()
    kept = tuple(pair for pair in delivery.headers if pair[0].lower() != "content-type")
    return [replace(delivery, headers=(*kept, ("content-type", "application/x-www-form-urlencoded")), body=body)]


event_fault("EVT-12.lot58-event-as-a-form", "Deliveries carry a form and no JSON.", _as_a_form, origin=Origin.blind)


def _first_confirmation(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CONFIRMED:
        return [delivery]
    place = f"{delivery.api_key} {delivery.url} {event_of(delivery)['data']['id']}"
    return [delivery] if memory.setdefault(place, delivery.body) == delivery.body else []


event_fault(
    "EVT-04.lot58-second-confirmation-silent",
    "No event is sent when a course confirms a booking again that was confirmed before it was changed.",
    _first_confirmation,
    hidden="after another operation",
    origin=Origin.blind,
)


def _without_new_reference(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    silent = kind_of(delivery) == MODIFIED and event_of(delivery)["data"]["id"] in memory
    return [] if silent else [delivery]


async def _note_new_reference(call: Call, relay: Relay) -> Answer:
    if call.operation != "updateBooking":
        return await relay.webhooks(call)
    before = await booking_of(call)
    relay.memory.pop(call.path_params["id"], None)
    if before.get("status") == "pending" and set(sent(call)) == {"agencyBookingReference"}:
        relay.memory[before["id"]] = True
    return await call.forward()


event_fault(
    "EVT-02.lot58-reference-of-a-pending-booking",
    "A change of nothing but the agency's reference sends no event while the booking is pending.",
    _without_new_reference,
    operations="updateBooking",
    handle=_note_new_reference,
    hidden="a combination of parameters",
    origin=Origin.blind,
)


def _world_of(api_key: str) -> str:
    return api_key.rpartition("_")[0]


def _to_the_neighbours(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    if kind_of(delivery) != CANCELLED:
        return [delivery]
    booked: dict[str, tuple[str, ...]] = memory.get("booked", {})
    place = booked.get(event_of(delivery)["data"]["id"], ())[1:]
    keys = {key for key, *there in booked.values() if place and tuple(there) == place}
    others = [key for key in keys if key != delivery.api_key and _world_of(key) == _world_of(delivery.api_key)]
    subscribed: dict[str, tuple[str, str]] = memory.get("subscribed", {})
    copies = [replace(delivery, api_key=key, url=url) for key, url in subscribed.values() if key in others]
    return [delivery, *copies]


async def _note_bookings(call: Call, relay: Relay) -> Answer:
    if call.operation == "createBooking":
        answer = await call.forward()
        if booking := data_of(answer):
            place = (call.api_key, booking["course"]["id"], booking["date"])
            relay.memory.setdefault("booked", {})[booking["id"]] = place
        return answer
    answer = await relay.webhooks(call)
    subscribed: dict[str, tuple[str, str]] = relay.memory.setdefault("subscribed", {})
    if call.operation == "deleteWebhook" and answer.ok:
        subscribed.pop(call.path_params["id"], None)
    if call.operation in ("createWebhook", "updateWebhook") and (found := data_of(answer)):
        subscribed.pop(found["id"], None)
        if CANCELLED in found["events"] and found["isActive"]:
            subscribed[found["id"]] = (call.api_key, found["url"])
    return answer


event_fault(
    "EVT-13.lot58-cancellations-of-the-same-day",
    "A cancellation is also delivered to other agencies with a booking at the same course on the same day.",
    _to_the_neighbours,
    operations="createBooking",
    handle=_note_bookings,
    hidden="another agency",
    origin=Origin.blind,
)
