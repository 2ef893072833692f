"""A target that answers, byte for byte, what a test wants it to, on a free port of this machine."""

import json
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from tests.conformance.small_operations import Refusal, SmallTarget
from tests.conformance.small_target import BASE_PATH, KEYS


@dataclass(frozen=True)
class Asked:
    """One request as it came: *number* counts from 1, *head* is all before the body."""

    number: int
    head: str
    body: bytes

    @property
    def method(self) -> str:
        """GET, POST, ..."""
        return self.head.partition(" ")[0]

    @property
    def address(self) -> str:
        """Path and query."""
        return self.head.split(" ")[1]

    def header(self, name: str) -> str:
        """The header of this name, empty when it is not there."""
        pairs = (line.partition(":") for line in self.head.split("\r\n")[1:])
        return next((value.strip() for found, _, value in pairs if found.lower() == name.lower()), "")


Behaviour = Callable[[Asked, socket.socket], None]


class BadTarget(socketserver.ThreadingTCPServer):
    """Hands every request to *behaviour* and closes the connection afterwards."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.asked: list[Asked] = []
        self.counting = threading.Lock()
        super().__init__(("127.0.0.1", 0), _Connection)

    @property
    def base_url(self) -> str:
        """The address for a run."""
        return f"http://127.0.0.1:{self.server_address[1]}{BASE_PATH}"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that hangs up is what many of these tests are about."""


class _Connection(socketserver.BaseRequestHandler):
    server: BadTarget

    def handle(self) -> None:
        head, body = _received(self.request)
        if head:
            with self.server.counting:
                asked = Asked(len(self.server.asked) + 1, head, body)
                self.server.asked.append(asked)
            self.server.behaviour(asked, self.request)


def _received(connection: socket.socket) -> tuple[str, bytes]:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65536)
        if not piece:
            return "", b""
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    asked = Asked(0, head.decode("latin-1"), b"")
    while len(body) < int(asked.header("content-length") or 0):
        body += connection.recv(65536)
    return asked.head, body


@contextmanager
def behaving(behaviour: Behaviour) -> Iterator[BadTarget]:
    """Serve *behaviour* on a free port of the loopback address until the block ends."""
    with BadTarget(behaviour) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def response(content: bytes, *headers: str, status: str = "200 OK") -> bytes:
    """One HTTP response with *content*, its length, and *headers* as they are on the wire."""
    lines = [f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(content)}", "Connection: close", "", ""]
    return "\r\n".join(lines).encode("latin-1") + content


def sending(answer: bytes) -> Behaviour:
    """Always the same bytes."""
    return lambda _asked, connection: connection.sendall(answer)


def conforming() -> Behaviour:
    """The small conforming target."""
    target = SmallTarget()
    return lambda asked, connection: connection.sendall(answer_of(target, asked))


def at_first(behaviour: Behaviour, count: int, then: Behaviour) -> Behaviour:
    """*behaviour* for the first *count* requests, and *then* for all others."""

    def behave(asked: Asked, connection: socket.socket) -> None:
        (behaviour if asked.number <= count else then)(asked, connection)

    return behave


def between(behaviour: Behaviour, first: int, last: int, then: Behaviour) -> Behaviour:
    """*behaviour*, but *then* for the requests after number *first*, up to number *last*."""

    def behave(asked: Asked, connection: socket.socket) -> None:
        (then if first < asked.number <= last else behaviour)(asked, connection)

    return behave


def spoilt(spoil: Callable[[Asked, bytes], bytes]) -> Behaviour:
    """The small conforming target, whose whole answers *spoil* turns into others."""
    target = SmallTarget()
    return lambda asked, connection: connection.sendall(spoil(asked, answer_of(target, asked)))


def answer_of(target: SmallTarget, asked: Asked) -> bytes:
    """What the small *target* answers, as bytes on the wire."""
    parts = urlsplit(asked.address)
    status, answer = 400, {"title": "refused"}
    with suppress(KeyError, TypeError, ValueError):
        try:
            body = json.loads(asked.body) if asked.body else None
            agency = KEYS.get(asked.header("x-api-key"))
            path = parts.path.removeprefix(BASE_PATH)
            status, answer = target.answer(asked.method, path, dict(parse_qsl(parts.query)), body, agency)
        except Refusal as refusal:
            status = refusal.status
    return response(json.dumps(answer).encode(), "Content-Type: application/json", status=f"{status} Status")
