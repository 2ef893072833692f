"""The exact bytes that subscriptions received, and how to send them again. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from mock_server.embedding.call import Call, segment

DeliveryState: TypeAlias = Literal["waiting", "delivered", "failed", "dropped"]
"""State of a delivery.
`waiting`: an attempt follows.
`delivered`: the receiver answered 2xx.
`failed`: no attempt follows.
`dropped`: its agency removed the subscription, or a replay kept the world. It can be sent again.
"""


class Delivery(TypedDict):
    """An event on its way to one subscription."""

    id: str  # Id of the delivery, the `webhook-id` of its header.
    agency: str  # Who subscribed.
    eventId: str  # Id of the event.
    kind: str  # Kind of event.
    webhookId: str  # Id of the subscription.
    url: str  # Address of the receiver.
    state: DeliveryState
    treatment: str | None  # Variant in which the sandbox sends it on purpose. Null for a normal delivery.
    attempts: int  # Number of attempts since the delivery last started.
    nextAttemptAt: str | None
    """When the next attempt is due, in UTC and in the time of the world. Null if no attempt follows."""


class NamedValue(TypedDict):
    """A header of an answer or a request."""

    name: str  # Its name.
    value: str  # Its value.


class AttemptAnswer(TypedDict):
    """The answer of the receiver."""

    headers: list[NamedValue]  # Headers of the answer.
    body: str  # Body of the answer, at most 256 KiB.


class Attempt(TypedDict):
    """One attempt, with its request and its answer."""

    number: int  # Number of the attempt. The first is 1.
    at: str  # When it was due, in UTC and in the time of the world.
    sentAt: str  # Moment of sending, in UTC and in the time of the machine.
    url: str  # Address of the receiver.
    headers: dict[str, str]  # The headers of Standard Webhooks in the request.
    body: str  # The bytes of the request.
    signed: str  # The base string of the signature: id, timestamp and body, joined by full stops.
    status: int | None  # Status of the answer. Null without an answer.
    reason: str | None  # Why the attempt failed. Null if the receiver accepted it.
    milliseconds: int  # Duration of the attempt.
    answer: AttemptAnswer  # The answer of the receiver.


class GetDeliveryData(TypedDict):
    """The delivery."""

    id: str  # Id of the delivery, the `webhook-id` of its header.
    agency: str  # Who subscribed.
    eventId: str  # Id of the event.
    kind: str  # Kind of event.
    webhookId: str  # Id of the subscription.
    url: str  # Address of the receiver.
    state: DeliveryState
    treatment: str | None  # Variant in which the sandbox sends it on purpose. Null for a normal delivery.
    attempts: int  # Number of attempts since the delivery last started.
    nextAttemptAt: str | None
    """When the next attempt is due, in UTC and in the time of the world. Null if no attempt follows."""
    body: str  # The body of the request.
    log: list[Attempt]  # Every attempt, in order.


class Recovery(TypedDict):
    """The start of the missed events."""

    since: str  # Moment of the first event, in UTC and in the time of the world.


def list_deliveries(
    *,
    state: DeliveryState | None = None,
    webhook_id: str | None = None,
    event_id: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
) -> Call[list[Delivery]]:
    """List the deliveries: `GET /deliveries`.

    Lists the deliveries of the world, of every agency, newest first.
    """
    return Call(
        "GET",
        "/deliveries",
        "data",
        query={"state": state, "webhookId": webhook_id, "eventId": event_id, "kind": kind, "limit": limit},
    )


def get_delivery(object_id: str) -> Call[GetDeliveryData]:
    """Read a delivery: `GET /deliveries/{id}`.

    Returns the delivery with every attempt, the bytes that the sandbox sent and signed, and each answer.
    """
    return Call("GET", f"/deliveries/{segment(object_id)}", "data")


def redeliver(object_id: str) -> Call[Delivery]:
    """Send a delivery again: `POST /deliveries/{id}/redeliver`.

    Sends the delivery again at once under the same `webhook-id`, with all its repetitions.
    """
    return Call("POST", f"/deliveries/{segment(object_id)}/redeliver", "data")


def recover_deliveries(object_id: str, body: Recovery) -> Call[list[Delivery]]:
    """Deliver missed events: `POST /webhooks/{id}/recover`.

    Delivers every event since a moment that the subscription wants and has not received, at most 1000, in
    order.
    """
    return Call("POST", f"/webhooks/{segment(object_id)}/recover", "data", body=body)
