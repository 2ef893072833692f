"""Everything that happened, with or without a subscription. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Any, TypedDict

from mock_server.embedding.call import LeverCall, segment


class Event(TypedDict):
    """A change of an object that the sandbox reports."""

    id: str  # Id of the event.
    number: int  # Number of the event in the world. The first is 1.
    agency: str  # Agency of the object.
    kind: str  # Kind of event.
    objectId: str  # Id of the object.
    at: str  # Moment of the event, in UTC and in the time of the world.
    facts: dict[str, Any]  # The member `data` of the deliveries of this event.


class GetEventData(TypedDict):
    """The event."""

    id: str  # Id of the event.
    number: int  # Number of the event in the world. The first is 1.
    agency: str  # Agency of the object.
    kind: str  # Kind of event.
    objectId: str  # Id of the object.
    at: str  # Moment of the event, in UTC and in the time of the world.
    facts: dict[str, Any]  # The member `data` of the deliveries of this event.
    deliveries: list[str]  # Ids of the deliveries of the event, newest first, at most 200.


def list_events(*, after: int | None = None, limit: int | None = None) -> LeverCall[list[Event]]:
    """List the events: `GET /events`.

    Lists the events of every agency of the world, in the order in which they happened.
    """
    return LeverCall("GET", "/events", "data", query={"after": after, "limit": limit})


def get_event(object_id: str) -> LeverCall[GetEventData]:
    """Read an event: `GET /events/{id}`.

    Returns the event with the ids of its deliveries.
    """
    return LeverCall("GET", f"/events/{segment(object_id)}", "data")
