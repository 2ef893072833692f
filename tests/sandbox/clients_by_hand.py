"""A server in this process whose limits are short, and clients that send single bytes to it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from uvicorn.server import ServerState

from mock_server.connections import Config, end_overdue

REQUEST = b"GET /quick HTTP/1.1\r\nHost: sandbox\r\n\r\n"


POST = b"POST /quick HTTP/1.1\r\nHost: sandbox\r\nContent-Length: 10\r\n\r\n"


@dataclass
class Here:
    """A server in the loop of the test. Its application answers `/slow` when the test lets it, `/large` with 64 MiB."""

    port: int = 0
    state: ServerState = field(default_factory=ServerState)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)
    carried_out: list[str] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            await self.may_answer.wait()
        if scope["path"] != "/unread":
            while (message := await receive()).get("more_body"):
                pass
            if message["type"] == "http.disconnect":
                return
        self.carried_out.append(scope["path"])
        body = b"a" * (64 * 1024 * 1024 if scope["path"] == "/large" else 2)
        headers = [(b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    async def later(self, seconds: float) -> None:
        """Looks at the connections as if *seconds* had passed."""
        await asyncio.sleep(0.02)  # What the client sent has arrived.
        end_overdue(self.state.connections, asyncio.get_running_loop().time() + seconds)

    async def client(self) -> "Client":
        """A client that has said nothing."""
        return Client(*await asyncio.open_connection("127.0.0.1", self.port))


@dataclass
class Client:
    """A connection, as its client sees it."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    def says(self, raw: bytes) -> "Client":
        """Sends bytes."""
        self.writer.write(raw)
        return self

    async def hears(self) -> bytes:
        """Everything until the server closes. Fails where it does not."""
        with suppress(ConnectionError):
            return await asyncio.wait_for(self.reader.read(), 5)
        return b""

    async def hears_an_answer(self) -> bytes:
        """The status line of one answer."""
        line = await asyncio.wait_for(self.reader.readline(), 5)
        await self.reader.readuntil(b"\r\n\r\nOK"[:4])
        await self.reader.readexactly(2)
        return line

    def is_open(self) -> bool:
        """Whether the server has not closed it as far as can be seen."""
        return not self.reader.at_eof() and self.reader.exception() is None


@asynccontextmanager
async def serving_here(max_connections: int = 100) -> AsyncIterator[Here]:
    here = Here()
    config = Config(here, max_connections=max_connections, grace_seconds=1)
    config.load()
    server = await asyncio.get_running_loop().create_server(
        lambda: config.http_protocol_class(config, here.state, {}),  # type: ignore[call-arg,arg-type]
        "127.0.0.1",
        0,
    )
    here.port = server.sockets[0].getsockname()[1]
    try:
        yield here
    finally:
        server.close()
        for connection in list(here.state.connections):
            connection.transport.abort()


def run(story: Callable[[Here], Awaitable[None]], **options: Any) -> None:
    async def whole_story() -> None:
        async with serving_here(**options) as here:
            await story(here)

    asyncio.run(whole_story())
