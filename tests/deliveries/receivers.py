"""Receivers on loopback, in the loop of the test: real sockets with the answers that a test gives them."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

# Signs for receiver.example, for itself, and for nothing outside these tests.
CERTIFICATE = __file__.replace("receivers.py", "receiver.pem")


@dataclass
class Request:
    """What a receiver got."""

    line: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server that listens on *port* and keeps what it got."""

    port: int
    requests: list[Request] = field(default_factory=list)

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hooks?from=teesheet"


Answer = Callable[[Request, asyncio.StreamWriter], Awaitable[None]]


def answering(status: str, *headers: str, body: bytes = b"") -> Answer:
    """Answers always the same."""

    async def answer(_request: Request, writer: asyncio.StreamWriter) -> None:
        head = "\r\n".join([f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers])
        writer.write(head.encode() + b"\r\n\r\n" + body)
        await writer.drain()

    return answer


def saying(raw: bytes, *, then_waits: float = 0) -> Answer:
    """Writes bytes that need be no answer, and waits before it closes."""

    async def answer(_request: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(raw)
        await writer.drain()
        await asyncio.sleep(then_waits)

    return answer


async def _read(reader: asyncio.StreamReader) -> Request:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    named = {name.lower(): value for name, value in headers.items()}
    return Request(head[0], named, await reader.readexactly(int(named.get("content-length", "0"))))


@asynccontextmanager
async def receiving(answer: Answer, tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A receiver on a free port of loopback."""
    receiver = Receiver(0)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            request = await _read(reader)
            receiver.requests.append(request)
            await answer(request, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
