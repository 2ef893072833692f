"""Wait until something has happened. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from mock_server.embedding.call import Call

if TYPE_CHECKING:
    from mock_server.embedding.levers.rules import InterfaceOperation


class WaitForData(TypedDict):
    """The outcome of the wait."""

    met: bool  # Whether it has happened.
    found: dict[str, Any] | None  # What has happened. Null when the time is over.


class WantedEvent(TypedDict):
    """An event of the world."""

    kind: NotRequired[str]  # Kind of event.
    about: NotRequired[str]  # Id of the object of the event.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedDelivery(TypedDict):
    """A delivery of a webhook."""

    state: NotRequired[Literal["waiting", "delivered", "failed", "dropped"]]  # Its state.
    kind: NotRequired[str]  # Kind of its event.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedRequest(TypedDict):
    """A request to the booking interface."""

    operation: NotRequired[InterfaceOperation]
    status: NotRequired[int]  # Status of its answer.
    after: NotRequired[int]  # Matches only entries after this number.


class WantedState(TypedDict):
    """A status of a booking, a booking hook or a group booking."""

    id: str  # Id of the object.
    status: str  # The status that it reaches.


class Wanted(TypedDict):
    """Exactly one member."""

    event: NotRequired[WantedEvent]  # An event of the world.
    delivery: NotRequired[WantedDelivery]  # A delivery of a webhook.
    request: NotRequired[WantedRequest]  # A request to the booking interface.
    state: NotRequired[WantedState]  # A status of a booking, a booking hook or a group booking.


WaitRequest = TypedDict("WaitRequest", {"for": "Wanted", "timeoutSeconds": "NotRequired[float]"})


def wait_for(body: WaitRequest) -> Call[WaitForData]:
    """Wait until something has happened: `POST /wait`.

    Answers as soon as there is a matching event, delivery, request or status, or when the time is over.
    """
    return Call("POST", "/wait", "data", body=body)
