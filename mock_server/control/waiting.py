"""Long polls: waits until something has happened, or until the time limit of the caller."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.clock import wall_clock
from mock_server.control.operations import in_turn
from mock_server.control.reach import Reach
from mock_server.services.worlds import opened
from mock_server.storage.booking_hooks import find_booking_hook
from mock_server.storage.bookings import find_any_booking
from mock_server.storage.deliveries import DeliveryFilter, first_delivery
from mock_server.storage.events import events_after
from mock_server.storage.group_bookings import find_group_booking
from mock_server.storage.journal import KEPT_PER_WORLD, EntryFilter, entries
from mock_server.storage.sessions import Session

LOOK_EVERY_SECONDS = 0.1
_EVENTS_AT_ONCE = 1000


async def wait(call: Call, reach: Reach) -> Answer:
    """POST /wait: the match with the lowest number, or `met` false if the time is over."""
    ((what, wanted),) = call.body["for"].items()
    patience = call.body.get("timeoutSeconds", 10)
    deadline = asyncio.get_running_loop().time() + patience
    while True:
        if what == "request":
            await reach.journal.flush()
        found = await in_turn(reach, _look, call.caller.world, reach, what, wanted)
        if found is not None or asyncio.get_running_loop().time() >= deadline:
            return Answer(200, {"data": {"met": found is not None, "found": found}})
        await asyncio.sleep(LOOK_EVERY_SECONDS)


def _look(world: str, reach: Reach, what: str, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    with opened(reach.store, world, wall_clock(), writes=False) as session:
        return _LOOKS[what](session, wanted)


def _event(session: Session, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    after = wanted.get("after", 0)
    while events := events_after(session, after, _EVENTS_AT_ONCE):
        for event in events:
            if wanted.get("kind") in (None, event.kind) and wanted.get("about") in (None, event.object_id):
                return {
                    "number": event.number,
                    "id": event.id,
                    "kind": event.kind,
                    "about": event.object_id,
                    "at": timestamp(event.at),
                }
        after = events[-1].number
    return None


def _request(session: Session, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    fitting = EntryFilter(after=wanted.get("after", 0), operation=wanted.get("operation"), status=wanted.get("status"))
    # All that fit, since the list begins with the lowest number of the newest entries.
    for entry in entries(session, fitting, KEPT_PER_WORLD):
        return {"number": entry.number, "operation": entry.operation, "status": entry.status}
    return None


def _delivery(session: Session, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    chosen = DeliveryFilter(state=wanted.get("state"), kind=wanted.get("kind"))
    delivery = first_delivery(session, chosen, wanted.get("after", 0))
    if delivery is None:
        return None
    return {
        "number": delivery.number,
        "id": delivery.id,
        "kind": delivery.kind,
        "state": delivery.state.value,
        "attempts": delivery.attempts,
    }


def _state(session: Session, wanted: Mapping[str, Any]) -> dict[str, Any] | None:
    for find in _FINDERS:
        found = find(session, wanted["id"])
        if found is not None:
            return {"id": wanted["id"], "status": found} if found == wanted["status"] else None
    return None


def _booking_status(session: Session, object_id: str) -> str | None:
    booking = find_any_booking(session, object_id)
    return None if booking is None else booking.status.value


def _hook_status(session: Session, object_id: str) -> str | None:
    hook = find_booking_hook(session, object_id)
    return None if hook is None else hook.status.value


def _group_status(session: Session, object_id: str) -> str | None:
    group = find_group_booking(session, object_id)
    return None if group is None else group.status.value


_FINDERS: tuple[Callable[[Session, str], str | None], ...] = (_booking_status, _hook_status, _group_status)
_LOOKS: Mapping[str, Callable[[Session, Mapping[str, Any]], dict[str, Any] | None]] = {
    "event": _event,
    "delivery": _delivery,
    "request": _request,
    "state": _state,
}
