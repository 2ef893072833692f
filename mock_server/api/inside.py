"""A request to an application of this process, without a connection. A rule of a world can cut it nevertheless."""

import asyncio
from collections.abc import Mapping
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from mock_server.api.exchanges import TRANSPORT


@dataclass(frozen=True, slots=True)
class InsideAnswer:
    """What an application answered. *status* is 0 if it cut the connection."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class _Connection:
    """The connection of a request inside the process."""

    def __init__(self, body: bytes) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.written = bytearray()
        self._body = body

    async def receive(self) -> dict[str, Any]:
        body, self._body = self._body, b""
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in message["headers"]}
        else:
            self.written += message.get("body", b"")

    def abort(self) -> None:
        self.status = 0


async def ask_inside(
    app: Any, method: str, path: str, query: bytes, headers: list[tuple[bytes, bytes]], body: bytes
) -> InsideAnswer:
    """What *app* answers. Names of *headers* are in lower case."""
    connection = _Connection(body)
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": headers,
        "client": None,
        "server": None,
        "extensions": {TRANSPORT: connection},
    }
    # In a context of its own, so that the log names the request of the caller afterwards.
    await _in_own_context(app(scope, connection.receive, connection.send))
    return InsideAnswer(connection.status, connection.headers, bytes(connection.written))


async def _in_own_context(answering: Any) -> None:
    await asyncio.get_running_loop().create_task(answering, context=copy_context())
