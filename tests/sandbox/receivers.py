"""A receiver of deliveries on loopback: keeps what it gets, and gives the answers of the test."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook


@dataclass(frozen=True)
class Received:
    """A delivery as it arrived."""

    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        """The id of the delivery."""
        return self.headers["webhook-id"]

    @property
    def moment(self) -> str:
        """When it says it was sent, as the contract writes moments."""
        return f"{self._sent():%Y-%m-%dT%H:%M:%SZ}"

    @property
    def event(self) -> Any:
        """The body."""
        return json.loads(self.body)

    def is_signed_with(self, secret: str) -> bool:
        """Whether the reference library makes the same signature with this secret."""
        expected = Webhook(secret).sign(self.id, self._sent(), self.body.decode())
        return expected in self.headers["webhook-signature"].split(" ")

    def _sent(self) -> datetime:
        return datetime.fromtimestamp(int(self.headers["webhook-timestamp"]), UTC)


class Receiver:
    """Answers each delivery with the next of *statuses*, and with the last one from then on."""

    def __init__(self, *statuses: int) -> None:
        self.statuses = list(statuses) or [204]
        self.headers: dict[str, str] = {}
        self.received: list[Received] = []
        self.may_answer = threading.Event()
        self.may_answer.set()
        self._arrived = threading.Condition()
        self.port = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}/hooks"

    def got(self, count: int, seconds: float = 10) -> list[Received]:
        """The first *count* deliveries, as soon as they are there. Fails when they do not come."""
        with self._arrived:
            arrived = self._arrived.wait_for(lambda: len(self.received) >= count, seconds)
            assert arrived, f"{len(self.received)} of {count} deliveries came"
            return self.received[:count]

    def takes(self, delivery: Received) -> int:
        """Keeps a delivery; the status to answer."""
        with self._arrived:
            self.received.append(delivery)
            self._arrived.notify_all()
            return self.statuses.pop(0) if len(self.statuses) > 1 else self.statuses[0]


@contextmanager
def receiving(*statuses: int) -> Iterator[Receiver]:
    """A receiver on a free port."""
    receiver = Receiver(*statuses)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            length = int(headers.get("content-length", "0"))
            body = self.rfile.read(length)
            if len(body) < length:
                # The sender was killed in the middle: nothing was delivered.
                return
            status = receiver.takes(Received(headers, body))
            receiver.may_answer.wait(30)
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002 - the name is the library's.
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield receiver
    finally:
        receiver.may_answer.set()
        server.shutdown()
        server.server_close()
