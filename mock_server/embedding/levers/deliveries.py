"""The exact bytes that subscriptions received, and how to send them again. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    pass


DeliveryState: TypeAlias = Literal["waiting", "delivered", "failed", "dropped"]
"""State of a delivery.
`waiting`: an attempt follows.
`delivered`: the receiver answered 2xx.
`failed`: no attempt follows.
`dropped`: the agency removed the subscription, or a replay created the world. You can send the delivery again.
"""


class Delivery(TypedDict):
    """An event on its way to one subscription."""

    id: str  # Id of the delivery, the `webhook-id` of its header.
    agency: str  # Agency of the subscription.
    eventId: str  # Id of the event.
    kind: str  # Kind of event.
    webhookId: str  # Id of the subscription.
    url: str  # Address of the receiver.
    state: DeliveryState
    treatment: str | None
    """Variant of the delivery that the sandbox sends on purpose. Null for a normal delivery."""
    attempts: int  # Number of attempts since the delivery last started.
    nextAttemptAt: str | None
    """Moment of the next attempt, in UTC and in the time of the world. Null if no attempt follows."""


class NamedValue(TypedDict):
    """A header of an answer or a request."""

    name: str  # Name of the header.
    value: str  # Value of the header.


class AttemptAnswer(TypedDict):
    """The answer of the receiver."""

    headers: list[NamedValue]  # Headers of the answer.
    body: str  # Body of the answer, at most 256 KiB.


class Attempt(TypedDict):
    """One attempt, with its request and its answer."""

    number: int  # Number of the attempt. The first is 1.
    at: str  # Moment at which the attempt was due, in UTC and in the time of the world.
    sentAt: str  # Moment of sending, in UTC and in the time of the machine.
    url: str  # Address of the receiver.
    headers: dict[str, str]  # The headers of Standard Webhooks in the request.
    body: str  # The bytes of the request.
    signed: str  # The base string of the signature: id, timestamp and body, with full stops between them.
    status: int | None  # Status of the answer. Null without an answer.
    reason: str | None  # Why the attempt failed. Null if the receiver accepted the delivery.
    milliseconds: int  # Duration of the attempt.
    answer: AttemptAnswer  # The answer of the receiver.


class GetDeliveryData(TypedDict):
    """The delivery."""

    id: str  # Id of the delivery, the `webhook-id` of its header.
    agency: str  # Agency of the subscription.
    eventId: str  # Id of the event.
    kind: str  # Kind of event.
    webhookId: str  # Id of the subscription.
    url: str  # Address of the receiver.
    state: DeliveryState
    treatment: str | None
    """Variant of the delivery that the sandbox sends on purpose. Null for a normal delivery."""
    attempts: int  # Number of attempts since the delivery last started.
    nextAttemptAt: str | None
    """Moment of the next attempt, in UTC and in the time of the world. Null if no attempt follows."""
    body: str  # The body of the request.
    log: list[Attempt]  # Every attempt, in order.


class Recovery(TypedDict):
    """The moment at which the missed events begin."""

    since: str  # Moment of the first event, in UTC and in the time of the world.


def list_deliveries(
    *,
    state: DeliveryState | None = None,
    webhook_id: str | None = None,
    event_id: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
) -> LeverCall[list[Delivery]]:
    """List the deliveries: `GET /deliveries`.

    Lists the deliveries of every agency of the world, newest first.
    """
    return LeverCall(
        "GET",
        "/deliveries",
        "data",
        query={"state": state, "webhookId": webhook_id, "eventId": event_id, "kind": kind, "limit": limit},
    )


def get_delivery(object_id: str) -> LeverCall[GetDeliveryData]:
    """Read a delivery: `GET /deliveries/{id}`.

    Returns the delivery with every attempt, the bytes that the sandbox sent and signed, and each answer.
    """
    return LeverCall("GET", f"/deliveries/{segment(object_id)}", "data")


def redeliver(object_id: str) -> LeverCall[Delivery]:
    """Send a delivery again: `POST /deliveries/{id}/redeliver`.

    Sends the delivery again at once under the same `webhook-id`, with all its repetitions.
    """
    return LeverCall("POST", f"/deliveries/{segment(object_id)}/redeliver", "data")


def recover_deliveries(object_id: str, body: Recovery) -> LeverCall[list[Delivery]]:
    """Deliver missed events: `POST /webhooks/{id}/recover`.

    Delivers the events since a moment that match the subscription and did not reach it, in order of time, at
    most 1000.
    """
    return LeverCall("POST", f"/webhooks/{segment(object_id)}/recover", "data", body=body)
