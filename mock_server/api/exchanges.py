"""One request and its outcome, gathered on its way through the sandbox."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from mock_server.domain.world_settings import NO_SETTINGS, WorldSettings

EXCHANGE = "teesheet.exchange"
# The key under `extensions` of a scope: the transport of the connection, if the server gives access to it.
TRANSPORT = "teesheet.transport"

Headers = Sequence[tuple[bytes, bytes]]


@dataclass(slots=True)
class Exchange:
    """What is known about a request. Each part of the sandbox adds what it learns.

    *began* is a reading of the performance counter, *wall_at* wall time, *at* the world's time. *error* is the
    exception in place of an answer. *events* are the ids of the events that it caused, *rules* the ids of the rules
    that acted on it. *is_about_courses* says that the answer has only data of courses. Every answer carries
    *added_headers*, also a refusal.
    """

    request_id: str
    method: str
    path: str
    query: bytes
    request_headers: Headers
    wall_at: datetime
    began: float
    world: str = ""
    agency: str = ""
    operation: str = ""
    request_body: bytes = b""
    at: datetime | None = None
    settings: WorldSettings = NO_SETTINGS
    status: int = 0
    response_headers: Headers = ()
    response_body: bytes = b""
    seconds: float = 0.0
    error: Exception | None = None
    events: Sequence[str] = ()
    rules: list[str] = field(default_factory=list)
    is_about_courses: bool = False
    added_headers: dict[str, str] = field(default_factory=dict)


def exchange_of(scope: Any) -> Exchange:
    """The exchange that a request belongs to."""
    exchange: Exchange = scope[EXCHANGE]
    return exchange
