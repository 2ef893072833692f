"""Mutants of deliveries (EVT): untold, told to the wrong place, told to the wrong people, told wrongly."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from tests.mutants.tools.call import Answer, Call, write_json
from tests.mutants.tools.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.tools.edits import put
from tests.mutants.tools.relays import Delivery, Relay, event_fault, send_on
from tests.mutants.tools.substitutes import sent

_CONFIRMED, _CANCELLED, _MODIFIED = "booking.confirmed", "booking.cancelled", "booking.modified"
_EVERY_KIND = [_CONFIRMED, _CANCELLED, _MODIFIED]


def _event(delivery: Delivery) -> Any:
    return json.loads(delivery.body)


def _kind(delivery: Delivery) -> str:
    return str(_event(delivery)["type"])


# Untold.
def _untold(name: str, breaks: str, chosen: Callable[[Delivery, dict[str, Any]], bool]) -> None:
    """Deliveries that *chosen* likes never arrive."""
    event_fault(name, breaks, lambda delivery, memory: [] if chosen(delivery, memory) else [delivery])


_untold("EVT-01", "Cancellations are not told.", lambda delivery, _: _kind(delivery) == _CANCELLED)
_untold("EVT-02", "Changes are not told.", lambda delivery, _: _kind(delivery) == _MODIFIED)
_untold("EVT-03", "New bookings are not told.", lambda delivery, _: _kind(delivery) == _CONFIRMED)


def _untold_after(name: str, breaks: str, kind: str, operation: str, chosen: Callable[[Call, Any], bool]) -> None:
    """Events of *kind* are not told of bookings for which a call of *operation* and its answer were *chosen*."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation != operation:
            return await relay.webhooks(call)
        answer = await call.forward()
        booking = answer.json()["data"] if answer.ok else {}
        if answer.ok and chosen(call, booking):
            relay.memory[booking["id"]] = True
        return answer

    event_fault(
        name,
        breaks,
        lambda delivery, memory: (
            [] if _kind(delivery) == kind and _event(delivery)["data"]["id"] in memory else [delivery]
        ),
        operations=operation,
        handle=handle,
    )


_untold_after(
    "EVT-01.changed",
    "The cancellation of a booking that was changed before is not told.",
    _CANCELLED,
    "updateBooking",
    lambda *_: True,
)
_untold_after(
    "EVT-01.four",
    "The cancellation of four players is not told.",
    _CANCELLED,
    "createBooking",
    lambda _, booking: booking["players"] == 4,
)
_untold_after(
    "EVT-02.fewer",
    "A change to one player is not told.",
    _MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 1,
)
_untold_after(
    "EVT-02.second",
    "A change of a booking for one is not told the second time.",
    _MODIFIED,
    "updateBooking",
    lambda _, booking: booking["players"] == 3,
)
_untold_after(
    "EVT-04",
    "What a course confirms is not told.",
    _CONFIRMED,
    "createBooking",
    lambda _, booking: booking["status"] == "pending",
)
_untold_after(
    "EVT-04.four",
    "What a course confirms is not told when it is for four.",
    _CONFIRMED,
    "createBooking",
    lambda _, booking: booking["status"] == "pending" and booking["players"] == 4,
)


async def _remember_holds(call: Call, relay: Relay) -> Answer:
    if call.operation != "createBooking":
        return await relay.webhooks(call)
    if "holdId" in sent(call):
        relay.memory[str(sent(call).get("agencyBookingReference"))] = True
    return await call.forward()


event_fault(
    "EVT-03.hold",
    "A booking made from a hold is not told.",
    lambda delivery, memory: [] if _event(delivery)["data"].get("agencyBookingReference") in memory else [delivery],
    operations="createBooking",
    handle=_remember_holds,
)


# Told of other kinds.
def _told_kinds(name: str, breaks: str, more: Callable[[list[str]], list[str]]) -> None:
    """A subscription gets *more* kinds than it named."""

    async def handle(call: Call, relay: Relay) -> Answer:
        answer = await relay.webhooks(
            call, lambda body: body | ({"events": more(body["events"])} if "events" in body else {})
        )
        if not answer.ok or "events" not in sent(call):
            return answer
        return answer.with_json(put("data.events", sent(call)["events"])(answer.json()))

    event_fault(name, breaks, handle=handle)


_told_kinds("EVT-05", "A subscription gets every kind.", lambda _: _EVERY_KIND)
_told_kinds("EVT-05.modified", "A subscription gets changes too.", lambda kinds: sorted({*kinds, _MODIFIED}))
_told_kinds(
    "EVT-05.cancelled",
    "Who subscribed to changes gets cancellations too.",
    lambda kinds: sorted({*kinds, _CANCELLED}) if _MODIFIED in kinds else kinds,
)


# Told elsewhere.
def _elsewhere(name: str, breaks: str, change: Callable[[str], str]) -> None:
    event_fault(name, breaks, lambda delivery, _: [replace(delivery, url=change(delivery.url))])


_elsewhere("EVT-06", "Deliveries go to the root of the host.", lambda url: url.rpartition("/")[0] + "/")
_elsewhere("EVT-06.query", "The query of a url is lost.", lambda url: url.partition("?")[0])
_elsewhere("EVT-06.slash", "A slash is put behind the url.", lambda url: f"{url}/")


# Told wrongly.
def _told_as(name: str, breaks: str, change: Callable[[Delivery], Delivery]) -> None:
    event_fault(name, breaks, lambda delivery, _: [change(delivery)])


_told_as("EVT-07", "A delivery has no content.", lambda delivery: replace(delivery, body=b"{}"))
_told_as(
    "EVT-07.booking",
    "A delivery does not name the booking.",
    lambda delivery: replace(delivery, body=write_json(_event(delivery) | {"data": {}})),
)
_told_as(
    "EVT-07.kind",
    "A delivery does not name the kind.",
    lambda delivery: replace(delivery, body=write_json({"data": _event(delivery)["data"]})),
)
_told_as(
    "EVT-12",
    "A delivery is a form.",
    lambda delivery: replace(delivery, body=urlencode({"payload": delivery.text}).encode()),
)
_told_as("EVT-12.put", "A delivery is a PUT.", lambda delivery: replace(delivery, method="PUT"))


# Told to the wrong people.
async def _keep_serving(call: Call, relay: Relay) -> Answer:
    if call.operation != "deleteWebhook":
        return await relay.webhooks(call)
    return Answer(204, (), b"")


event_fault("EVT-08", "A removed subscription is still served.", handle=_keep_serving)


async def _keep_used(call: Call, relay: Relay) -> Answer:
    """The first subscription of a key was removed after it was used, or not; only the used ones live on."""
    if call.operation != "deleteWebhook" or not relay.memory:
        return await relay.webhooks(call)
    return Answer(204, (), b"")


def _note_use(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    memory[delivery.url] = True
    return [delivery]


event_fault(
    "EVT-08.used", "A subscription that was used before its removal is still served.", _note_use, handle=_keep_used
)


async def _keep_url(call: Call, relay: Relay) -> Answer:
    url = sent(call).get("url")
    if call.operation != "updateWebhook" or url is None:
        return await relay.webhooks(call)
    kept = {name: value for name, value in sent(call).items() if name != "url"} or {"isActive": True}
    answer = await relay.webhooks(call.with_json(kept))
    return answer.with_json(put("data.url", url)(answer.json())) if answer.ok else answer


event_fault("EVT-09", "A new url is answered and not used.", handle=_keep_url)


def _both(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    old = memory.get(delivery.url)
    return [delivery, replace(delivery, url=old)] if old else [delivery]


async def _remember_old(call: Call, relay: Relay) -> Answer:
    if call.operation == "updateWebhook" and "url" in sent(call):
        relay.memory[sent(call)["url"]] = relay.subscribers[call.api_key][-1]
    return await relay.webhooks(call)


event_fault("EVT-09.both", "After a change of the url the old one is served too.", _both, handle=_remember_old)


def _told_in_spite(name: str, breaks: str, operation: str, kind: str) -> None:
    """A refused request of *operation* is told."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation != operation:
            return await relay.webhooks(call)
        answer = await call.forward()
        if not answer.ok:
            booking = {"id": call.path_params.get("id"), **sent(call)}
            event = write_json({"type": kind, "timestamp": "2027-03-05T15:20:00Z", "data": booking})
            for url in [url for urls in relay.subscribers.values() for url in urls]:
                await send_on(Delivery(call.api_key, url, "POST", (("content-type", "application/json"),), event))
        return answer

    event_fault(name, breaks, operations=operation, handle=handle)


_told_in_spite("EVT-10", "A refused change is told.", "updateBooking", _MODIFIED)
_told_in_spite("EVT-10.create", "A refused booking is told.", "createBooking", _CONFIRMED)
_told_in_spite("EVT-10.cancel", "A refused cancellation is told.", "cancelBooking", _CANCELLED)


def _first_only(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    """Only the subscription that is served first gets what happens to a booking."""
    event = _event(delivery)
    first = memory.setdefault(f"{event['data']['id']} {event['type']}", delivery.url)
    return [delivery] if first == delivery.url else []


event_fault("EVT-11", "Only one subscription is served.", _first_only)


async def _remember_everybody(call: Call, relay: Relay) -> Answer:
    answer = await relay.webhooks(call)
    relay.memory["subscribers"] = relay.subscribers
    return answer


def _to_everybody(delivery: Delivery, memory: dict[str, Any]) -> Sequence[Delivery]:
    urls = [url for urls in memory.get("subscribers", {}).values() for url in urls]
    return [replace(delivery, url=url) for url in {delivery.url, *urls}]


event_fault("EVT-13", "Every agency is told of every booking.", _to_everybody, handle=_remember_everybody)


# Told, and not to be read.
def _unreadable(name: str, breaks: str, operation: str, member: str, value: object) -> None:
    """After *operation*, reads go on to show *value* for *member*."""

    async def handle(call: Call, relay: Relay) -> Answer:
        if call.operation not in BOOKING_OPERATIONS.split():
            return await relay.webhooks(call)
        answer = await shown(call)
        if call.operation != operation or not answer.ok:
            return answer
        disguise(call, answer.json()["data"]["id"], put(member, value))
        return in_disguise(call, answer)

    event_fault(name, breaks, operations=BOOKING_OPERATIONS, handle=handle)


_unreadable("EVT-14", "A cancellation is told and never shown.", "cancelBooking", "status", "confirmed")
_unreadable("EVT-14.players", "A change is told and never shown.", "updateBooking", "players", 2)
