"""Wait until something has happened. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from mock_server.embedding.call import LeverCall

if TYPE_CHECKING:
    from mock_server.embedding.levers.rules import InterfaceOperation


class WaitForData(TypedDict):
    """The outcome of the wait."""

    met: bool  # Whether there is a match.
    found: dict[str, Any] | None  # The matching entry. Null if the time limit ended first.


class WantedEvent(TypedDict):
    """An event of the world."""

    kind: NotRequired[str]  # Kind of event.
    about: NotRequired[str]  # Id of the object of the event.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedDelivery(TypedDict):
    """A delivery of a webhook."""

    state: NotRequired[Literal["waiting", "delivered", "failed", "dropped"]]  # State of the delivery.
    kind: NotRequired[str]  # Kind of the event of the delivery.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedRequest(TypedDict):
    """A request to the booking interface."""

    operation: NotRequired[InterfaceOperation]
    status: NotRequired[int]  # Status of the answer.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedState(TypedDict):
    """A status of a booking, a booking hook or a group booking."""

    id: str  # Id of the object.
    status: str  # Status that the object reaches.


class Wanted(TypedDict):
    """Exactly one member."""

    event: NotRequired[WantedEvent]  # An event of the world.
    delivery: NotRequired[WantedDelivery]  # A delivery of a webhook.
    request: NotRequired[WantedRequest]  # A request to the booking interface.
    state: NotRequired[WantedState]  # A status of a booking, a booking hook or a group booking.


WaitRequest = TypedDict("WaitRequest", {"for": "Wanted", "timeoutSeconds": "NotRequired[float]"})


def wait_for(body: WaitRequest) -> LeverCall[WaitForData]:
    """Wait until something has happened: `POST /wait`.

    Answers when a matching event, delivery, request or status exists, or when the time limit ends.
    """
    return LeverCall("POST", "/wait", "data", body=body)
