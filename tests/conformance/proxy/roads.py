"""A service that says what a test tells it to say, a road in front of it, and a caller with a plain socket."""

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from conformance.proxy.enforcing import MessageGate
from conformance.proxy.passed import Passed
from conformance.proxy.road import Road
from conformance.proxy.service import service_at

_PATIENCE_SECONDS = 10.0

Talk = Callable[[socket.socket], None]


@dataclass
class OnTheRoad:
    """A road that takes connections at *port*, and everything that it handed over."""

    port: int = 0
    passed: list[Passed] = field(default_factory=list)

    def only(self) -> Passed:
        """The only exchange, as soon as it is handed over."""
        return self.first(1)[0]

    def first(self, count: int) -> list[Passed]:
        """The first *count* exchanges, as soon as they are handed over."""
        until = time.monotonic() + _PATIENCE_SECONDS
        while len(self.passed) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert len(self.passed) == count
        return self.passed


@contextmanager
def saying(talk: Talk) -> Iterator[int]:
    """A service on a free port that holds one *talk* with each connection, then closes it. Gives the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                connection.settimeout(_PATIENCE_SECONDS)
                talk(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        # A listener wakes from accept when it is shut down, not when it is closed.
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(_PATIENCE_SECONDS)


def answering(*answers: bytes) -> Talk:
    """A talk that reads one request before each of *answers*."""

    def talk(connection: socket.socket) -> None:
        for answer in answers:
            read_request(connection)
            connection.sendall(answer)

    return talk


def read_request(connection: socket.socket) -> bytes:
    """One request with its body, if Content-Length names one."""
    got = b""
    while b"\r\n\r\n" not in got:
        more = connection.recv(65536)
        if not more:
            return got
        got += more
    head, _, body = got.partition(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length")]
    while lengths and len(body) < int(lengths[0]):
        body += connection.recv(65536)
    return head + b"\r\n\r\n" + body


@contextmanager
def road_to(port: int, gate: MessageGate | None = None) -> Iterator[OnTheRoad]:
    """A road to the service at *port*, in a loop of its own."""
    found = OnTheRoad()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    service = service_at(f"http://127.0.0.1:{port}/api/v1", ssl.create_default_context())
    road = Road(service, found.passed.append, gate)
    try:
        address = asyncio.run_coroutine_threadsafe(road.listen("127.0.0.1", 0), loop).result(_PATIENCE_SECONDS)
        found.port = int(address.rpartition(":")[2])
        yield found
    finally:
        asyncio.run_coroutine_threadsafe(road.close(), loop).result(_PATIENCE_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(_PATIENCE_SECONDS)
        loop.close()


@contextmanager
def caller(road: OnTheRoad) -> Iterator[socket.socket]:
    """A connection to the road."""
    with socket.create_connection(("127.0.0.1", road.port), _PATIENCE_SECONDS) as connection:
        yield connection


def ask(road: OnTheRoad, request: bytes) -> bytes:
    """Everything that comes back for *request* until the connection ends."""
    with caller(road) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    """Everything until the connection ends."""
    return b"".join(iter(lambda: connection.recv(65536), b""))
