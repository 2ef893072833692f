"""A request after it is read, and an answer before and after it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from mock_server.api.security import Caller


@dataclass(frozen=True, slots=True)
class Call:
    """A valid request: typed query values with the contract's defaults filled in, and the parsed body.

    *sent* names the query parameters that the caller sent itself. *headers* holds the header parameters of the
    operation that were sent, under the contract's spelling. *address* is the path below the server. *authorization*
    is the header, unchanged; None if the operation takes no token. *spelling* maps names of query parameters to the
    names that the caller knows, where they differ.
    """

    caller: Caller
    path: Mapping[str, str]
    query: Mapping[str, Any]
    sent: frozenset[str]
    headers: Mapping[str, str]
    body: Any
    address: str
    authorization: str | None = None
    spelling: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """Status, JSON value (None: no body; bytes: an unchanged text) and headers. *media_type* belongs to the body."""

    status: int
    body: Any
    headers: Mapping[str, str] = field(default_factory=dict)
    media_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Written:
    """An answer as it goes over the wire: status, headers and the exact bytes of the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


async def send_written(send: Any, written: Written) -> None:
    """Sends an answer over ASGI."""
    headers = [(name.lower().encode(), value.encode("latin-1")) for name, value in written.headers.items()]
    if written.status != 204:
        headers.append((b"content-length", str(len(written.body)).encode()))
    await send({"type": "http.response.start", "status": written.status, "headers": headers})
    await send({"type": "http.response.body", "body": written.body})


def day_or_none(text: str | None) -> date | None:
    """`YYYY-MM-DD` as a date, None for a parameter that was not sent."""
    return None if text is None else date.fromisoformat(text)


def time_or_none(text: str | None) -> time | None:
    """`HH:MM` as a time, None for a parameter that was not sent."""
    return None if text is None else time.fromisoformat(text)


def hh_mm(moment: time) -> str:
    """A time of day as the contract writes it."""
    return moment.isoformat("minutes")


def timestamp(moment: datetime) -> str:
    """A moment in UTC as the contract writes it: whole seconds and Z. Assumption A-59."""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
