"""A request of the console to its own server, and the same request as a curl line.

The console has no other way to the sandbox. So a reader can repeat with curl what a page shows or what a button does.
"""

import asyncio
import shlex
from collections.abc import Mapping
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import orjson

from mock_server.api.exchanges import TRANSPORT

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Ask:
    """One request. *path* begins with a slash. *body* is a JSON value, or None for a request without a body."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Path and query string."""
        return self.path if not self.query else f"{self.path}?{urlencode(self.query)}"

    @property
    def written(self) -> bytes:
        """The body as it is sent."""
        return b"" if self.body is None else orjson.dumps(self.body)

    def curl(self, public_url: str, credentials: Mapping[str, str]) -> str:
        """The command that sends the same request from a shell."""
        headers = {**credentials, **self.headers, **({} if self.body is None else {"Content-Type": JSON})}
        words = ["curl", *([] if self.method == "GET" else ["-X", self.method])]
        for name, value in headers.items():
            words += ["-H", f"{name}: {value}"]
        words.append(f"{public_url}{self.address}")
        if self.body is not None:
            words += ["-d", self.written.decode()]
        # The shell fills in a variable that stands for a secret only between double quotes.
        return " ".join(f'"{word}"' if "$TEESHEET_" in word else shlex.quote(word) for word in words)


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a request. *status* is 0 if the sandbox cut the connection."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_refusal(self) -> bool:
        """Whether the request did not succeed."""
        return not 200 <= self.status < 300

    @property
    def json(self) -> Any:
        """The JSON value of the body; None for a body that is no JSON."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return None

    @property
    def data(self) -> Any:
        """The member `data` of the body."""
        return self.json["data"]

    @property
    def sentence(self) -> str:
        """Why the request was refused, in a sentence."""
        problem = self.json
        if not isinstance(problem, dict) or "detail" not in problem:
            return (
                "The sandbox cut the connection." if self.status == 0 else f"The answer has the status {self.status}."
            )
        wrong = [f"{error['pointer']}: {error['detail']}" for error in problem.get("errors", ()) if "detail" in error]
        return " ".join([str(problem["detail"]), *wrong[:3]])


class Refused(Exception):
    """A page cannot be shown, since the server refused a request that the page needs."""

    def __init__(self, reply: Reply) -> None:
        """*reply* is the refusal."""
        super().__init__(reply.sentence)
        self.reply = reply


class _Connection:
    """The connection of a request inside the process. A rule of the world can cut it."""

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


async def send(app: Any, ask: Ask, credentials: Mapping[str, str]) -> Reply:
    """Sends *ask* to the application of this process, with the headers *credentials*."""
    connection = _Connection(ask.written)
    headers = {**credentials, **ask.headers, **({} if ask.body is None else {"Content-Type": JSON})}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": ask.method,
        "scheme": "http",
        "path": ask.path,
        "raw_path": ask.path.encode(),
        "query_string": urlencode(ask.query).encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
        "client": None,
        "server": None,
        "extensions": {TRANSPORT: connection},
    }
    # In a context of its own, so that the log names the request of the person afterwards.
    await _in_own_context(app(scope, connection.receive, connection.send))
    return Reply(connection.status, connection.headers, bytes(connection.written))


async def _in_own_context(answering: Any) -> None:
    await asyncio.get_running_loop().create_task(answering, context=copy_context())
