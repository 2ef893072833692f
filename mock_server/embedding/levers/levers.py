"""The calls of the control plane that changed a world. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Any, TypedDict

from mock_server.embedding.call import Call


class Lever(TypedDict):
    """One call of the control plane that changed the world."""

    number: int  # Number of the lever. Later ones have higher numbers.
    agency: str  # Agency whose key sent the call.
    operation: str  # Id of the operation in the document of the control plane.
    method: str  # Method of the call.
    path: str  # Path of the call.
    body: dict[str, Any] | None  # The body of the call. Null if it has none.
    at: str  # The time of the world before the call, in UTC.
    until: str  # The time of the world after the call, in UTC. It differs if the call moved the clock.
    sentAt: str  # When the call arrived, in UTC on the clock of the machine.


def list_levers(*, after: int | None = None, limit: int | None = None) -> Call[list[Lever]]:
    """See what was moved: `GET /levers`.

    Lists the newest successful calls of the control plane that changed the world, oldest first: of the clock,
    the rival, the desk, the inventory, rules, policies and settings.
    """
    return Call("GET", "/levers", "data", query={"after": after, "limit": limit})
