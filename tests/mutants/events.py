"""Mutants of deliveries (EVT): untold, told to the wrong place, told to the wrong people, told wrongly."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from tests.mutants.call import Answer, Call, write_json
from tests.mutants.disguises import BOOKING_OPERATIONS, disguise, in_disguise, shown
from tests.mutants.edits import put
from tests.mutants.relays import Delivery, Relay, event_fault, pass_on, send_on
from tests.mutants.substitutes import sent

__all__ = ["pass_on"]

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


def _again(delivery: Delivery, memory: dict[str, Any], kind: str) -> bool:
    """Whether the booking had an event of this kind before; a delivery that is repeated is the same event."""
    event = _event(delivery)
    seen: set[str] = memory.setdefault(event["data"]["id"], set())
    if event["type"] == kind:
        seen.add(dict(delivery.headers)["webhook-id"])
    return event["type"] == kind and len(seen) > 1


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


@lambda register: register()
def _from_holds() -> None:
    """A booking from a hold: its confirmation comes with its creation, so the body is what tells."""
    event_fault(
        "EVT-03.hold",
        "A booking made from a hold is not told.",
        lambda delivery, memory: [] if _is_from_hold(delivery, memory) else [delivery],
        operations="createBooking",
        handle=_remember_holds,
    )


def _is_from_hold(delivery: Delivery, memory: dict[str, Any]) -> bool:
    return _kind(delivery) == _CONFIRMED and _event(delivery)["data"].get("agencyBookingReference") in memory
