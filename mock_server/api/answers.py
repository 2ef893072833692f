"""An answer as it goes over the wire."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Written:
    """Status, headers and the exact bytes of the body."""

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
