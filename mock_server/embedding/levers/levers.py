"""The calls of the control plane that changed a world. Written by `python -m tests.levers`."""

from __future__ import annotations

from typing import Any, TypedDict

from mock_server.embedding.call import LeverCall


class Lever(TypedDict):
    """One call of the control plane that changed the world."""

    number: int  # Number of the lever. Later levers have higher numbers.
    agency: str  # Agency whose key sent the call.
    operation: str  # Id of the operation in the document of the control plane.
    method: str  # Method of the call.
    path: str  # Path of the call.
    body: dict[str, Any] | None  # The body of the call. Null if the call has no body.
    at: str  # The time of the world before the call, in UTC.
    until: str  # The time of the world after the call, in UTC. This time differs if the call moved the clock.
    sentAt: str  # Moment at which the call arrived, in UTC on the clock of the machine.


def list_levers(*, after: int | None = None, limit: int | None = None) -> LeverCall[list[Lever]]:
    """See the moved levers: `GET /levers`.

    Lists the newest successful calls of the control plane that changed the clock, the rival, the desk, the
    inventory, rules, policies or settings of the world, oldest first.
    """
    return LeverCall("GET", "/levers", "data", query={"after": after, "limit": limit})
