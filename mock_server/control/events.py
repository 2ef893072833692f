"""Events of a world: everything that happened, with or without a subscription."""

from typing import Any

from mock_server.api.calls import Answer, Call, timestamp
from mock_server.domain.refusals import EventNotFound
from mock_server.storage.deliveries import DeliveryFilter, find_deliveries
from mock_server.storage.events import Event, events_after, find_event
from mock_server.storage.sessions import Session

MOST_DELIVERIES = 200


def list_events(call: Call, session: Session) -> Answer:
    """GET /events: the events of every agency after a number, in the order in which they happened."""
    found = events_after(session, call.query["after"], call.query["limit"])
    return Answer(200, {"data": [_event(event) for event in found]})


def get_event(call: Call, session: Session) -> Answer:
    """GET /events/{id}: the event, and the ids of its deliveries, newest first."""
    event = find_event(session, call.path["id"])
    if event is None:
        raise EventNotFound(call.path["id"])
    deliveries = find_deliveries(session, DeliveryFilter(event_id=event.id), MOST_DELIVERIES)
    return Answer(200, {"data": _event(event) | {"deliveries": [delivery.id for delivery in deliveries]}})


def _event(event: Event) -> dict[str, Any]:
    return {
        "id": event.id,
        "number": event.number,
        "agency": event.agency,
        "kind": event.kind,
        "objectId": event.object_id,
        "at": timestamp(event.at),
        "facts": dict(event.facts),
    }
