"""An address for deliveries, for callers without a receiver of their own. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from mock_server.embedding.call import LeverCall, segment

if TYPE_CHECKING:
    from mock_server.embedding.levers.deliveries import NamedValue


class Inbox(TypedDict):
    """An inbox with arrivals."""

    name: str  # Name of an inbox.
    arrivals: int  # Number of requests in the inbox.


class Arrival(TypedDict):
    """A request that arrived."""

    number: int  # Number of the arrival in the world. The first is 1.
    at: str  # Moment of the arrival, in UTC and in the time of the world.
    method: str  # Method of the request.
    headers: list[NamedValue]  # Headers in the order in which they arrived, with names in lower case.
    body: str  # The body as text.


def list_inboxes() -> LeverCall[list[Inbox]]:
    """List the inboxes: `GET /inbox`.

    Lists the inboxes of the world that have arrivals.
    """
    return LeverCall("GET", "/inbox", "data")


def read_inbox(name: str) -> LeverCall[list[Arrival]]:
    """See what arrived: `GET /inbox/{name}`.

    Lists the arrivals of the inbox, oldest first.
    """
    return LeverCall("GET", f"/inbox/{segment(name)}", "data")


def empty_inbox(name: str) -> LeverCall[None]:
    """Empty an inbox: `DELETE /inbox/{name}`.

    Removes the arrivals of the inbox.
    """
    return LeverCall("DELETE", f"/inbox/{segment(name)}", "nothing")


def receive_in_inbox(world: str, name: str, body: bytes = b"") -> LeverCall[None]:
    """Send to an inbox: `POST /inbox/{world}/{name}`.

    Accepts any body of at most 256 KiB from anybody, without a key. Use this address for a subscription.
    """
    return LeverCall("POST", f"/inbox/{segment(world)}/{segment(name)}", "nothing", body=body)
